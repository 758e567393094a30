import { CallError } from '@zhenyue/contract/client'
import { useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { inWords } from '../../service-words.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { QuietLink } from '../../ui/link.tsx'
import { Failed, Loading, Notice } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { Facts } from '../appointment/facts.tsx'
import { Status } from './status.tsx'

const said = words(
  {
    status: '状态',
    made: (at: string) => `提交于 ${at}`,
    cancel: '取消预约',
    sure: '确定要取消这个预约吗?取消后不能恢复。',
    yes: '确定取消',
    no: '先不取消',
    cancelling: '正在取消…',
    cancelled: '预约已经取消。',
    unknown: '没有等到答复,不确定是否已取消。请再试一次。',
    back: '返回列表',
  },
  {
    status: 'Status',
    made: (at: string) => `Sent ${at}`,
    cancel: 'Cancel the appointment',
    sure: 'Cancel this appointment? This cannot be undone.',
    yes: 'Yes, cancel it',
    no: 'Keep it',
    cancelling: 'Cancelling…',
    cancelled: 'The appointment has been cancelled.',
    unknown: 'No answer came, and it is not known whether it was cancelled. Please try again.',
    back: 'Back to the list',
  },
)

export function Detail({ id }: { id: string }) {
  const found = useData(() => ask(api.appointments.detail, { params: { id } }), id)
  const [cancelled, setCancelled] = useState<typeof found.data>()
  const [refusal, setRefusal] = useState<string>()
  const shown = cancelled ?? found.data
  if (found.state === 'failed') return <Failed error={found.error} retry={found.retry} />
  if (!shown) return <Loading />
  const mayCancel = shown.status === 'pending' || shown.status === 'confirmed'
  return (
    <>
      <section class="card">
        <div class="row-top">
          <h2>{said().status}</h2>
          <Status status={shown.status} />
        </div>
        <Facts visit={shown} />
        <p class="soft">{said().made(shown.createdAt)}</p>
      </section>
      <div aria-live="assertive">
        {cancelled && <Notice tone="good">{said().cancelled}</Notice>}
        {refusal && <Notice tone="danger">{inWords(refusal)}</Notice>}
      </div>
      <div class="actions">
        {mayCancel && (
          <Cancel
            id={id}
            onCancelled={(appointment) => {
              setRefusal(undefined)
              setCancelled(appointment)
            }}
            onRefused={(message) => {
              setRefusal(message)
              found.retry()
            }}
          />
        )}
        <QuietLink to="/my-appointments">{said().back}</QuietLink>
      </div>
    </>
  )
}

interface CancelProps {
  id: string
  onCancelled: (appointment: Awaited<ReturnType<typeof cancel>>) => void
  onRefused: (message: string) => void
}

const cancel = (id: string) => ask(api.appointments.cancel, { params: { id } })

function Cancel({ id, onCancelled, onRefused }: CancelProps) {
  const [state, setState] = useState<'idle' | 'asked' | 'sending' | 'unknown'>('idle')
  async function go() {
    if (state === 'sending') return
    setState('sending')
    try {
      onCancelled(await cancel(id))
    } catch (error) {
      setState('unknown')
      if (error instanceof CallError) onRefused(error.message)
    }
  }
  return (
    <AskFirst
      label={said().cancel}
      class="button button-danger"
      asked={state !== 'idle'}
      onAsked={(asked) => setState(asked ? 'asked' : 'idle')}
      tone={state === 'unknown' ? 'warning' : 'danger'}
      text={state === 'unknown' ? said().unknown : said().sure}
      yes={state === 'sending' ? said().cancelling : said().yes}
      no={said().no}
      onYes={() => void go()}
    />
  )
}
