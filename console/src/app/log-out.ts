import { endSessionOf } from './api.ts'
import { base } from './router.ts'
import { forgetSession, session } from './session.ts'
import { createStore } from './store.ts'
import { unsaved } from './unsaved.ts'
import { sendAllNow } from '../ui/send-with-undo.tsx'

/** Whether the page is about to be loaded anew. It shows nothing until then: what is typed into it would be lost. */
export const leaving = createStore(false)

let holder = session.get()?.admin.id

/** In whichever tab it happens: nothing that one account has read or typed stays for the next. */
session.subscribe(() => {
  const before = holder
  holder = session.get()?.admin.id
  if (before === undefined || holder === before) return
  unsaved.clear()
  leaving.set(true)
  if (holder === undefined) location.replace(`${base}/`)
  else location.reload()
})

/** Ends the session at the service too, so that a kept token is worth nothing. */
export async function logOut() {
  await sendAllNow()
  await endSessionOf(session.get()?.token ?? '')
  forgetSession()
}
