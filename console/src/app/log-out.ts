import { endSessionOf } from './api.ts'
import { base } from './router.ts'
import { forgetSession, session } from './session.ts'
import { unsaved } from './unsaved.ts'
import { sendAllNow } from '../ui/send-with-undo.tsx'

/** To the login, by loading the page anew: nothing stays in memory for the next user. */
export function leave() {
  unsaved.clear()
  forgetSession()
  location.replace(`${base}/`)
}

/** Ends the session at the service too, so that a kept token is worth nothing. */
export async function logOut() {
  await sendAllNow()
  await endSessionOf(session.get()?.token ?? '')
  leave()
}
