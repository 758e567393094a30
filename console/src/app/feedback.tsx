import { App } from 'antd'
import { CallError, Unreachable } from './api.ts'
import { i18n } from './i18n.ts'
import { inWords } from './service-words.ts'

const t = i18n(
  {
    unreachable: '连不上服务，请稍后再试。填写的内容都在。',
    fault: '出了点问题，请再试一次',
    request: '错误编号（可发给管理员排查）',
  },
  {
    unreachable: 'The service cannot be reached. Nothing is lost; please try again shortly.',
    fault: 'Something went wrong. Please try again.',
    request: 'Request',
  },
)

type Apis = ReturnType<typeof App.useApp>
let apis: Apis

/** Makes the library's messages reachable from outside components. */
export function Feedback() {
  apis = App.useApp()
  return null
}

export const tell = (text: string) => void apis.message.success(text)
export const warn = (text: string) => void apis.message.warning(text)
/** Asks before something is done; the focus is on the way out, so that Enter alone does nothing. */
export const ask = (options: Parameters<Apis['modal']['confirm']>[0]) =>
  apis.modal.confirm({ autoFocusButton: 'cancel', ...options })
export const notify = (): Apis['notification'] => apis.notification

export function reasonOf(error: unknown): string {
  if (error instanceof Unreachable) return t().unreachable
  if (error instanceof CallError) return inWords(error.message)
  return t().fault
}

export const requestIdOf = (error: unknown) => (error instanceof CallError ? error.requestId : null)

/** Says what the service said, with the number to ask about it. */
export function tellFault(error: unknown) {
  const id = requestIdOf(error)
  void apis.message.error({
    content: (
      <span>
        {reasonOf(error)}
        {id && <small className="request-id">{`${t().request} ${id}`}</small>}
      </span>
    ),
    duration: 6,
  })
}
