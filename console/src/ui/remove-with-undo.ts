import { createStore } from '../app/store.ts'
import { i18n } from '../app/i18n.ts'
import { sendWithUndo } from './send-with-undo.tsx'

const t = i18n({ removed: (name: string) => `已删除“${name}”` }, { removed: (name) => `“${name}” deleted` })

/** What is deleted on the screen and not yet at the service. */
export const pendingRemovals = createStore<string[]>([])

/** Takes it off the screen at once; the service is told when the time to undo it is over. */
export function removeWithUndo(
  id: string,
  name: string,
  send: (options: { keepalive: boolean }) => Promise<unknown>,
) {
  pendingRemovals.set([...pendingRemovals.get(), id])
  sendWithUndo({
    key: id,
    title: t().removed(name),
    send,
    over: () => pendingRemovals.set(pendingRemovals.get().filter((one) => one !== id)),
  })
}
