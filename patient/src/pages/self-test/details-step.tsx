import {
  countsAtMost,
  departments,
  leadFaults as faults,
  leadMessages,
  phonePattern,
  plainPhone,
  trimText,
} from '@zhenyue/contract/rules'
import type { SelfTestDocument, SelfTestLevel } from '@zhenyue/contract/self-test/document'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { consentOf } from '../../consent.ts'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { inWords } from '../../service-words.ts'
import { useSite, type Site } from '../../site.ts'
import { useSubmission } from '../../submission.ts'
import { Consent, consentMissing } from '../../ui/consent.tsx'
import { Field, showFirstFault } from '../../ui/field.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { GiveUp, Outcome, SendButton } from '../../ui/sending.tsx'
import { words } from '../../words.ts'
import { dontWaitAt, type Sent } from './plain-steps.tsx'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    name: '您的姓名',
    phone: '手机号',
    phoneHint: '医院会打这个电话与您联系',
    symptom: '还有什么想告诉医生',
    optional: '可不填',
    submit: '提交给医院',
    known: '这个手机号已经交过健康自测，医院会联系您，不用再交。',
    other: '家里另一位的情况，可以预约就诊，或打电话告诉医院。也可以换一个手机号再交。',
    book: '预约就诊',
  },
  {
    name: 'Your name',
    phone: 'Mobile number',
    phoneHint: 'The hospital will call this number',
    symptom: 'Anything else for the doctor?',
    optional: 'optional',
    submit: 'Send to the hospital',
    known:
      'A self-test with this number has been received. The hospital will call you; there is no need to send it again.',
    other:
      'For another member of the family, book a visit or call the hospital. You can also use another number.',
    book: 'Book a visit',
  },
)

type Faults = Partial<Record<keyof SelfTest, string>>

function faultsOf({ name, phone, symptom, consent }: SelfTest): Faults {
  const found: Faults = {}
  const trimmed = trimText(name)
  if (trimmed === '') found.name = faults.nameMissing
  else if (!countsAtMost(trimmed, 20)) found.name = faults.nameLength
  if (plainPhone(phone) === '') found.phone = faults.phoneMissing
  else if (!phonePattern.test(plainPhone(phone))) found.phone = faults.phone
  if (!countsAtMost(trimText(symptom), 500)) found.symptom = faults.symptom
  if (!consent) found.consent = consentMissing()
  return found
}

function toBody(document: SelfTestDocument, fields: SelfTest, site: Site) {
  const { name, phone, symptom, choices, finishedAt } = fields
  const questionnaire = selfTestQuestionnaire(document, choices, finishedAt)
  const consent = consentOf(fields, site)
  return {
    name: trimText(name),
    phone: plainPhone(phone),
    ...(trimText(symptom) && { symptom: trimText(symptom) }),
    source: 'self-test',
    score: questionnaire.total,
    questionnaire,
    ...(consent && { consent }),
  }
}

interface DetailsStepProps {
  draft: DraftOf<SelfTest>
  document: SelfTestDocument
}

export function DetailsStep({ draft, document }: DetailsStepProps) {
  const site = useSite()
  const { fields, change } = draft
  const { progress, send, giveUp } = useSubmission(api.leads.submit, draft)
  const [tried, setTried] = useState(false)
  const found = tried ? faultsOf(fields) : {}
  const faultOf = (name: keyof SelfTest) => found[name] && inWords(found[name])
  const wasKnown = progress.state === 'refused' && progress.message === leadMessages.duplicate
  const refused = wasKnown && JSON.parse(draft.attempt!.body)
  const shown = wasKnown ? { state: 'idle' as const } : progress
  const mayHaveArrived = draft.attempt?.open && progress.state !== 'sending'

  function submit() {
    const { attempt } = draft
    // What may have arrived goes again as it was, also where the questions have changed since.
    if (attempt?.open) return sendOff(JSON.parse(attempt.body))
    setTried(true)
    if (Object.keys(faultsOf(fields)).length > 0) return showFirstFault()
    // Set once and kept, so that a retry sends the very same.
    const finishedAt = fields.finishedAt || new Date().toISOString()
    if (!fields.finishedAt) change({ finishedAt })
    return sendOff(toBody(document, { ...fields, finishedAt }, site))
  }

  function sendOff(body: Record<string, unknown>) {
    const { level, department } = body['questionnaire'] as { level?: SelfTestLevel; department?: string }
    const departmentName = departments.find((one) => one === department)
    const state: Sent = { ...(level && { level }), ...(departmentName && { departmentName }) }
    void send(body, () => navigate('/self-test/done', { replace: true, state }))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {/* What may have arrived is not changed any more, but sent again or given up. */}
      <fieldset disabled={draft.attempt?.open === true}>
        <Field
          label={said().name}
          name="name"
          autoComplete="name"
          value={fields.name}
          onValue={(name) => change({ name })}
          fault={faultOf('name')}
        />
        <Field
          label={said().phone}
          hint={said().phoneHint}
          name="phone"
          type="tel"
          autoComplete="tel-national"
          value={fields.phone}
          onValue={(phone) => change({ phone })}
          fault={faultOf('phone')}
        />
        <Field
          label={said().symptom}
          optional={said().optional}
          name="symptom"
          rows={4}
          value={fields.symptom}
          onValue={(symptom) => change({ symptom })}
          fault={faultOf('symptom')}
        />
        <Consent fields={fields} change={change} fault={found.consent} />
      </fieldset>
      {refused && refused.phone === plainPhone(fields.phone) ? (
        <Known level={refused.questionnaire.level} />
      ) : (
        <>
          <Outcome progress={shown} />
          <div class="actions">
            <SendButton progress={shown} label={said().submit} onSend={submit} />
            {mayHaveArrived && <GiveUp onGiveUp={giveUp} />}
          </div>
        </>
      )}
    </form>
  )
}

/** For a number that has sent a self-test before, maybe by someone else of the family: sending again cannot help. */
function Known({ level }: Pick<Sent, 'level'>) {
  const { hospital } = useSite()
  return (
    <Notice tone="info" alert>
      <p>{said().known}</p>
      {dontWaitAt(level) && (
        <p>
          <strong>{dontWaitAt(level)}</strong>
        </p>
      )}
      <p>{said().other}</p>
      <div class="buttons">
        {level !== 'emergency' && (
          <Link to="/appointment" class="button button-main">
            {said().book}
          </Link>
        )}
        <CallLink phone={hospital?.phone ?? ''} />
      </div>
    </Notice>
  )
}
