/** A crowd that is served within this time is no overload, however large it is. */
const grace = 300

/** Once it lasts, it is over only after so long without: turning some away is what makes the breaks. */
const calm = 1000

/** Tells whether something has been so for a while. */
function lasting() {
  let since = 0
  let last = 0
  return {
    note(isSo: boolean) {
      if (!isSo && since === 0) return
      const now = performance.now()
      if (isSo) last = now
      const isOver = now - last > (now - since > grace ? calm : 0)
      if (isOver) since = 0
      else if (isSo && since === 0) since = now
    },
    isLasting: () => since !== 0 && performance.now() - since > grace,
  }
}

/** How many requests are served at once without anyone waiting long, and how many may ever wait. */
let few = 72
let most = 400
let working = 0
const crowded = lasting()

/** Where the database serves all who wait at the same time, more may wait. */
export function allowCrowd(crowd: { few: number; most: number }) {
  few = crowd.few
  most = crowd.most
}

function count(change: 1 | -1) {
  working += change
  crowded.note(working >= few)
}

/** Whether a further request would only make all wait longer. */
export const isFull = () => working >= most || (working >= few && crowded.isLasting())

/** Counts a request while it is served. */
export function atWork<T>(work: Promise<T>): Promise<T> {
  count(1)
  work.then(workIsOver, workIsOver)
  return work
}
const workIsOver = () => count(-1)

/** For what takes its time on another thread: whoever waits for that is in nobody's way. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  count(-1)
  try {
    return await work()
  } finally {
    count(1)
  }
}

/** Milliseconds in which requests that arrived together are taken up at once. */
const mostAtOnce = 15
/** The rest waits, and then some are taken up whenever the event loop comes round: so many, for so long. */
const mostInARound = { requests: 64, milliseconds: 5 }
/** Waiting longer than this for a while means that there is more to do than can be done. */
const mostDelay = 20
let roundBegan = 0

interface Waiting<T> {
  request: T
  /** When it arrived. */
  since: number
  serve(request: T, since: number): void
}
const waiting: Waiting<any>[] = []
const late = lasting()

const isLate = () => waiting.length > 0 && performance.now() - waiting[0]!.since > mostDelay

function takeSome() {
  const end = performance.now() + mostInARound.milliseconds
  for (let taken = 0; taken < mostInARound.requests && waiting.length > 0; taken++) {
    const { request, since, serve } = waiting.shift()!
    serve(request, since)
    if (performance.now() > end) break
  }
  late.note(isLate())
  if (waiting.length > 0) setImmediate(takeSome)
}

/**
 * Serves a request now, or soon if so many arrived together that serving them all would hold the event loop.
 * Answers whether it will be served: not if others have been waiting too long for a while.
 */
export function takeUp<T>(request: T, serve: Waiting<T>['serve']): boolean {
  const now = performance.now()
  if (roundBegan === 0) {
    roundBegan = now
    setImmediate(() => {
      roundBegan = 0
      late.note(isLate())
    })
  }
  if (waiting.length === 0 && now - roundBegan < mostAtOnce) {
    serve(request, now)
    return true
  }
  if (isLate() && late.isLasting()) return false
  if (waiting.length === 0) setImmediate(takeSome)
  waiting.push({ request, since: now, serve })
  return true
}
