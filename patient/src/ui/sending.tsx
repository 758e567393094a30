import { useState } from 'preact/hooks'
import { inWords } from '../service-words.ts'
import type { Progress } from '../submission.ts'
import { words } from '../words.ts'
import { Notice } from './notice.tsx'
import { AskFirst } from './ask-first.tsx'

const said = words(
  {
    sending: '正在提交…',
    again: '再试一次',
    unknown: '网络不稳定，还不能确定医院是否收到。',
    safe: '请点“再试一次”：如果上次已经收到，不会重复提交。',
    giveUp: '不再重试，返回修改',
    giveUpSure: '上次的提交可能已经收到。修改后再提交，可能会有两份。确定返回修改吗？',
    yes: '确定返回修改',
    no: '先不修改',
  },
  {
    sending: 'Sending…',
    again: 'Try again',
    unknown: 'No answer came from the hospital. It is not known whether it was received.',
    safe: 'Tap “Try again”: if it was received the first time, it will not be done twice.',
    giveUp: 'Drop it and change the details',
    giveUpSure:
      'It may have been received. If you change the details and send again, there may be two. Go on?',
    yes: 'Change the details',
    no: 'Not now',
  },
)

interface SendButtonProps {
  progress: Progress
  label: string
  onSend: () => void
}

/** The button that sends. It says what it does now; it is never quietly pressed a second time. */
export function SendButton({ progress, label, onSend }: SendButtonProps) {
  const sending = progress.state === 'sending'
  const again = progress.state === 'unknown' || progress.state === 'refused'
  return (
    <button
      type="button"
      class="button button-main button-wide"
      aria-disabled={sending ? 'true' : undefined}
      onClick={() => !sending && onSend()}
    >
      {sending ? said().sending : again ? said().again : label}
    </button>
  )
}

/** What became of the sending, in plain words. */
export const Outcome = ({ progress }: { progress: Progress }) => (
  <div aria-live="assertive">
    {progress.state === 'refused' && <Notice tone="danger">{inWords(progress.message)}</Notice>}
    {progress.state === 'unknown' && (
      <Notice tone="warning">
        <p>{said().unknown}</p>
        <p>{said().safe}</p>
      </Notice>
    )}
  </div>
)

/** Leaving a sending whose outcome is not known is asked for twice. */
export function GiveUp({ onGiveUp }: { onGiveUp: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <AskFirst
      label={said().giveUp}
      class="button button-quiet button-wide"
      asked={asked}
      onAsked={setAsked}
      tone="warning"
      text={said().giveUpSure}
      yes={said().yes}
      no={said().no}
      onYes={onGiveUp}
    />
  )
}
