import { createStore } from './store.ts'
import { locked, session } from './session.ts'

export const lockChoices = [5, 15, 30, 60]

/** After how many minutes without a key, a pointer or a touch this browser hides what it shows. */
export const lockMinutes = createStore(15, 'lock-minutes')

/** When someone last touched any tab of this browser; written now and then. */
const activeAt = createStore(0, 'active-at')
const step = 5000

/** What the browser keeps can be changed by hand: a minute is the least, 15 minutes are usual. */
const limit = () => Math.max(1, Number(lockMinutes.get()) || 15) * 60_000
const isIdle = () => Date.now() - activeAt.get() >= limit()

function lockIfIdle() {
  if (session.get() && isIdle()) locked.set(true)
}

/** Who comes back after a long time is asked for the password, even if a clock has not run meanwhile. */
function touched() {
  if (session.get() && isIdle()) lockIfIdle()
  else if (Math.abs(Date.now() - activeAt.get()) > step) activeAt.set(Date.now())
}

/** To be called before anything is shown: a reload stays locked. */
export function watchIdleness() {
  if (!activeAt.get() || activeAt.get() > Date.now()) activeAt.set(Date.now())
  lockIfIdle()
  locked.subscribe(() => !locked.get() && activeAt.set(Date.now()))
  for (const name of ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel']) {
    addEventListener(name, touched, { capture: true, passive: true })
  }
  // It would close dialogs that wait behind the lock, with all that was typed there.
  addEventListener(
    'keydown',
    (event) => event.key === 'Escape' && locked.get() && event.stopImmediatePropagation(),
    true,
  )
  document.addEventListener('visibilitychange', lockIfIdle)
  setInterval(lockIfIdle, step)
}
