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
export async function atWork<T>(work: Promise<T>): Promise<T> {
  count(1)
  try {
    return await work
  } finally {
    count(-1)
  }
}

/** For what takes its time on another thread: whoever waits for that is in nobody's way. */
export async function aside<T>(work: () => Promise<T>): Promise<T> {
  count(-1)
  try {
    return await work()
  } finally {
    count(1)
  }
}

/** Milliseconds that requests which arrived together may take. */
const mostDelay = 40
/** So many of them are taken up in any case: a pause of the machine is no overload. */
const alwaysTaken = 32
let roundBegan = 0
let taken = 0
const late = lasting()

/**
 * Requests that arrive together are taken up one after the other, until the event loop comes round.
 * Whether one of them comes too late in its round, when rounds have been too long for a while.
 */
export function isTooLate(): boolean {
  const now = performance.now()
  if (roundBegan === 0) {
    roundBegan = now
    taken = 0
    setImmediate(() => {
      late.note(performance.now() - roundBegan > mostDelay)
      roundBegan = 0
    })
  }
  if (taken >= alwaysTaken && now - roundBegan > mostDelay && late.isLasting()) return true
  taken++
  return false
}
