import { Button } from 'antd'
import { createStore } from '../app/store.ts'
import { i18n } from '../app/i18n.ts'
import { unsaved } from '../app/unsaved.ts'
import { notify, tellFault } from '../app/feedback.tsx'

const t = i18n(
  { removed: (name: string) => `已删除「${name}」`, undo: '撤销', hint: '6 秒内可以撤销' },
  { removed: (name) => `“${name}” deleted`, undo: 'Undo', hint: 'You can undo this for 6 seconds' },
)

/** What is deleted on the screen and not yet at the service. */
export const pendingRemovals = createStore<string[]>([])
unsaved.add(() => pendingRemovals.get().length > 0)

const grace = 6000

/** Takes it off the screen at once; the service is told when the time to undo it is over. */
export function removeWithUndo(id: string, name: string, send: () => Promise<unknown>) {
  const stay = () => {
    pendingRemovals.set(pendingRemovals.get().filter((one) => one !== id))
    notify().destroy(id)
  }
  const timer = setTimeout(() => void send().catch(tellFault).finally(stay), grace)
  pendingRemovals.set([...pendingRemovals.get(), id])
  notify().info({
    key: id,
    title: t().removed(name),
    description: t().hint,
    duration: grace / 1000,
    placement: 'bottomRight',
    actions: (
      <Button
        size="small"
        type="primary"
        onClick={() => {
          clearTimeout(timer)
          stay()
        }}
      >
        {t().undo}
      </Button>
    ),
  })
}
