/** A crowd that is served within this time is no overload, however large it is. */
const grace = 300

/** Tells since when something has been so without a break. */
function lasting() {
  let since = 0
  return {
    note(isSo: boolean) {
      if (!isSo) since = 0
      else if (since === 0) since = performance.now()
    },
    isLasting: () => since !== 0 && performance.now() - since > grace,
  }
}

/** How many requests are served at once without anyone waiting long, and how many may ever wait. */
const fewAtWork = 64
const mostAtWork = 1000
let working = 0
const crowded = lasting()

function count(change: 1 | -1) {
  working += change
  crowded.note(working >= fewAtWork)
}

/** Whether a further request would only make all wait longer. */
export const isFull = () => working >= mostAtWork || (working >= fewAtWork && crowded.isLasting())

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
const mostDelay = 25
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
