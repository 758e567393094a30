import { Button } from 'antd'
import { notify, tellFault } from '../app/feedback.tsx'
import { i18n } from '../app/i18n.ts'

const t = i18n(
  { undo: '撤销', hint: '6 秒内可以撤销' },
  { undo: 'Undo', hint: 'You can undo this for 6 seconds' },
)

const grace = 6000

interface Waiting {
  sendNow(options: { keepalive: boolean }): Promise<void>
  takeBack(): void
}
const waiting = new Map<string, Waiting>()

/**
 * Says that it is done, and tells the service when the time to take it back is over.
 * A page that is left tells at once.
 */
export function sendWithUndo({
  key,
  title,
  send,
  over,
}: {
  key: string
  title: string
  send(options: { keepalive: boolean }): Promise<unknown>
  /** After it was sent, or taken back. */
  over(): void
}) {
  const stop = () => {
    clearTimeout(timer)
    waiting.delete(key)
    notify().destroy(key)
  }
  const sendNow: Waiting['sendNow'] = async (options) => {
    stop()
    await send(options).catch(tellFault).finally(over)
  }
  const takeBack = () => {
    stop()
    over()
  }
  const timer = setTimeout(() => void sendNow({ keepalive: false }), grace)
  waiting.set(key, { sendNow, takeBack })
  notify().info({
    key,
    title,
    description: t().hint,
    duration: grace / 1000,
    placement: 'bottomRight',
    actions: (
      <Button size="small" type="primary" onClick={takeBack}>
        {t().undo}
      </Button>
    ),
  })
}

export const takeBack = (key: string) => waiting.get(key)?.takeBack()

export const sendAllNow = async () => {
  await Promise.all([...waiting.values()].map(({ sendNow }) => sendNow({ keepalive: true })))
}

addEventListener('pagehide', () => void sendAllNow())
// On a phone a page that is hidden may never be shown again, and nothing else is told of it.
document.addEventListener('visibilitychange', () => document.hidden && void sendAllNow())
