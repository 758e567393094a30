import { consentPurposes, maskPhone, type ConsentPurpose } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { api, refusalOf } from '../../api.ts'
import { askProven, keptProof } from '../../phone-proof.ts'
import { inWords } from '../../service-words.ts'
import { Choice } from '../../ui/choice.tsx'
import { showFirstFault } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'

const said = words(
  {
    title: '撤回同意',
    about: '撤回后立即停止。已经约好的就诊不会取消；如果不来了，请在“我的预约”里取消。',
    which: '您想撤回哪一项？',
    booking: '为安排就诊和联系使用我的信息',
    'follow-up': '就诊后随访',
    sms: '短信通知',
    proof: '点“撤回”后，要用短信验证手机号。',
    proven: (phone: string) => `撤回 ${phone} 的同意。`,
    missing: '请至少选一项',
    withdraw: '撤回',
    withdrawing: '正在撤回…',
    done: (phone: string) => `已撤回 ${phone} 的同意。`,
    noAnswer: '网络不稳定，还不能确定是否已撤回。请再点一次“撤回”。',
  },
  {
    title: 'Withdraw consent',
    about: 'It stops at once. A visit that is booked stays booked; to cancel one, see “My appointments”.',
    which: 'What would you like to withdraw?',
    booking: 'Using my information to arrange care and to reach me',
    'follow-up': 'Follow-up after a visit',
    sms: 'Text messages',
    proof: 'When you tap “Withdraw”, we verify your number by text message.',
    proven: (phone: string) => `Withdraws consent for ${phone}.`,
    missing: 'Please choose at least one',
    withdraw: 'Withdraw',
    withdrawing: 'Withdrawing…',
    done: (phone: string) => `Withdrawn for ${phone}.`,
    noAnswer: 'No answer came, and it is not known whether it was withdrawn. Please tap “Withdraw” again.',
  },
)

type State = 'idle' | 'tried' | 'sending' | { refusal: string } | { doneFor: string }

/** Takes back what was agreed to, for whoever proves the number. */
export function Withdraw() {
  const [purposes, setPurposes] = useState<ConsentPurpose[]>([])
  const [state, setState] = useState<State>('idle')
  const proof = keptProof()
  const isMissing = state === 'tried' && purposes.length === 0

  async function withdraw() {
    if (state === 'sending') return
    if (purposes.length === 0) {
      setState('tried')
      return showFirstFault()
    }
    setState('sending')
    try {
      await askProven(api.consents.withdraw, { body: { purposes } }, '')
      setState({ doneFor: maskPhone(keptProof()?.phone ?? '') })
      setPurposes([])
    } catch (error) {
      const refusal = refusalOf(error)
      setState({ refusal: refusal === undefined ? said().noAnswer : inWords(refusal) })
    }
  }

  return (
    <section class="card">
      <h2>{said().title}</h2>
      <p>{said().about}</p>
      <Choice
        legend={said().which}
        name="purposes"
        class="choices-list"
        value={purposes}
        onValue={(value) => {
          const one = value as ConsentPurpose
          setPurposes(purposes.includes(one) ? purposes.filter((other) => other !== one) : [...purposes, one])
          setState('idle')
        }}
        fault={isMissing ? said().missing : undefined}
        options={consentPurposes.map((value) => ({ value, label: said()[value] }))}
      />
      <p class="hint">{proof ? said().proven(maskPhone(proof.phone)) : said().proof}</p>
      <div class="buttons">
        <button type="button" class="button button-danger" onClick={() => void withdraw()}>
          {state === 'sending' ? said().withdrawing : said().withdraw}
        </button>
      </div>
      <div aria-live="assertive">
        {typeof state === 'object' && (
          <Notice tone={'refusal' in state ? 'danger' : 'good'}>
            {'refusal' in state ? state.refusal : said().done(state.doneFor)}
          </Notice>
        )}
      </div>
    </section>
  )
}
