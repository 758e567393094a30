import { messageKindLabels } from '@zhenyue/contract/labels'
import { useEffect, useId } from 'preact/hooks'
import { api, ask } from '../api.ts'
import { isAgreed, messagesTo, type ConsentFields } from '../consent.ts'
import { useSite } from '../site.ts'
import { useData } from '../use-data.ts'
import { inLanguage, words } from '../words.ts'
import { view } from '../view.ts'
import { Fault } from './field.tsx'
import { Link } from './link.tsx'
import { Failed } from './notice.tsx'

const said = words(
  {
    agree: '我已阅读隐私说明，同意医院为安排就诊和联系使用我填写的个人信息和健康信息。',
    read: '查看隐私说明',
    missing: '请先勾选同意，再继续',
    followUp: '医院可以在就诊后随访。',
    sms: (kinds: string) => `医院可以给我发短信：${kinds}。`,
    optional: '可不选',
  },
  {
    agree:
      'I have read about privacy and agree that the hospital uses the personal and health information I enter to arrange care and to reach me.',
    read: 'Read about privacy',
    missing: 'Please tick the box to go on',
    followUp: 'The hospital may follow up after a visit.',
    sms: (kinds: string) => `The hospital may send me text messages: ${kinds}.`,
    optional: 'optional',
  },
)

export const consentMissing = () => said().missing

interface ConsentProps {
  fields: ConsentFields
  change: (part: Partial<ConsentFields>) => void
  fault?: string | undefined
}

/** What has to be agreed to, and beside it what may be: each for itself. */
export function Consent({ fields, change, fault }: ConsentProps) {
  const id = useId()
  const site = useSite()
  const policy = useData(() => ask(api.privacyPolicy.read), 'policy')
  const version = policy.data?.version ?? 0
  const kinds = messagesTo(site).map((kind) => inLanguage(messageKindLabels[kind]))
  useEffect(() => {
    if (!version || !fields.consent || fields.policyVersion === version) return
    // Whoever ticked it while another text stood there is asked anew.
    change(fields.policyVersion ? { consent: false } : { policyVersion: version })
  }, [version, fields.consent])
  return (
    <div class="field">
      <label class="consent">
        <input
          type="checkbox"
          name="consent"
          checked={fields.consent}
          aria-invalid={fault ? 'true' : undefined}
          aria-describedby={`${id}-fault`}
          onChange={({ currentTarget }) => change({ consent: currentTarget.checked, policyVersion: version })}
        />
        <span>{said().agree}</span>
      </label>
      <Link to="/privacy" class="more">
        {said().read}
      </Link>
      <Fault id={`${id}-fault`} text={fault} />
      {policy.state === 'failed' && site.consent && <Failed error={policy.error} retry={policy.retry} />}
      <Purpose
        name="followUp"
        text={said().followUp}
        given={isAgreed(fields.followUp, site)}
        onChange={(followUp) => change({ followUp })}
      />
      {kinds.length > 0 && (
        <Purpose
          name="sms"
          text={said().sms(kinds.join(view().language === 'en' ? ', ' : '、'))}
          given={isAgreed(fields.sms, site)}
          onChange={(sms) => change({ sms })}
        />
      )}
    </div>
  )
}

interface PurposeProps {
  name: string
  text: string
  given: boolean
  onChange: (given: boolean) => void
}

const Purpose = ({ name, text, given, onChange }: PurposeProps) => (
  <label class="consent">
    <input
      type="checkbox"
      name={name}
      checked={given}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      {text}
      <span class="optional">{said().optional}</span>
    </span>
  </label>
)
