import { api, call } from './api.ts'
import { base } from './router.ts'
import { forgetSession } from './session.ts'
import { unsaved } from '../app/unsaved.ts'

/** Leaves nothing behind for whoever logs in next: what is in memory goes with the page. */
export function leave() {
  unsaved.clear()
  forgetSession()
  location.replace(`${base}/`)
}

/** Ends the session at the service too, so that a kept token is worth nothing. */
export async function logOut() {
  try {
    const own = (await call(api.sessions.list)).find(({ current }) => current)
    if (own) await call(api.sessions.end, { params: { id: own.id } })
  } catch {
    // Whoever wants to leave may leave, service or not.
  }
  leave()
}
