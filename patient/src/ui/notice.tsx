import type { ComponentChildren } from 'preact'
import { refusalOf } from '../api.ts'
import { inWords } from '../service-words.ts'
import { words } from '../words.ts'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'info' | 'plain' | 'warning' | 'danger' | 'good'
const icons: Record<Tone, IconName> = {
  info: 'bell',
  plain: 'info',
  warning: 'warning',
  danger: 'warning',
  good: 'check',
}

interface NoticeProps {
  tone: Tone
  children: ComponentChildren
  icon?: IconName
  /** Read out at once, as it came in answer to something the person did. */
  alert?: boolean
}

export const Notice = ({ tone, children, icon = icons[tone], alert }: NoticeProps) => (
  <div class={`notice notice-${tone}`} role={alert ? 'alert' : undefined}>
    <Icon name={icon} />
    <div>{children}</div>
  </div>
)

const said = words(
  {
    loading: '正在加载…',
    noAnswer: '网络不稳定，没有等到答复。',
    again: '再试一次',
  },
  {
    loading: 'Loading…',
    noAnswer: 'The network is slow and no answer came.',
    again: 'Try again',
  },
)

export const Loading = () => (
  <div class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    {said().loading}
  </div>
)

interface FailedProps {
  error: unknown
  retry: () => void
  children?: ComponentChildren
}

/** Why something could not be shown, and the way to ask again. */
export function Failed({ error, retry, children }: FailedProps) {
  const refusal = refusalOf(error)
  return (
    <Notice tone="warning" alert>
      <p>{refusal === undefined ? said().noAnswer : inWords(refusal)}</p>
      <div class="buttons">
        <button type="button" class="button button-quiet" onClick={retry}>
          {said().again}
        </button>
        {children}
      </div>
    </Notice>
  )
}
