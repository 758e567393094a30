import { api, call, queries } from '../api.ts'
import { forgetSession } from '../session.ts'

/** Ends the session at the service too, so that a kept token is worth nothing. */
export async function logOut() {
  try {
    const own = (await call(api.sessions.list)).find(({ current }) => current)
    if (own) await call(api.sessions.end, { params: { id: own.id } })
  } catch {
    // Whoever wants to leave may leave, service or not.
  }
  forgetSession()
  queries.clear()
}
