import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions, evaluateSelfTest } from '@zhenyue/contract/self-test/engine'
import { useEffect, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { noConsent } from '../../consent.ts'
import { useDraft } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import type { ScreenProps } from '../../screens.ts'
import { Emergency } from '../../ui/emergency.tsx'
import { Failed, Loading } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { DetailsStep } from './details-step.tsx'
import { DoneStep, IntroStep, type Sent } from './plain-steps.tsx'
import { QuestionStep } from './question-step.tsx'
import { ResultStep } from './result-step.tsx'

export const emptyTest = {
  /** The version of the document that the choices are of. */
  version: '',
  choices: {} as Record<string, string[]>,
  /** When the last question was answered. */
  finishedAt: '',
  name: '',
  phone: '',
  symptom: '',
  ...noConsent,
}
export type SelfTest = typeof emptyTest

/** Choices that mean nothing in this document. */
const isOfAnother = (document: SelfTestDocument, fields: SelfTest) =>
  Object.keys(fields.choices).length > 0 &&
  (fields.version !== document.version || !evaluateSelfTest(document, fields.choices))

/** No step before those that lead to it. A sending whose outcome is not known holds the person there. */
function stepFor(wanted: string, document: SelfTestDocument, { choices }: SelfTest, open: boolean): string {
  if (open) return 'details'
  if (wanted === '' || wanted === 'done') return wanted
  const asked = askedQuestions(document, choices)
  const firstOpen = asked.findIndex(({ id }) => !choices[id]?.length) + 1
  if (wanted === 'result' || wanted === 'details') return firstOpen ? String(firstOpen) : wanted
  const number = Number(wanted)
  if (!Number.isInteger(number) || number < 1 || number > document.questions.length) return ''
  if (firstOpen && number > firstOpen) return String(firstOpen)
  return number > asked.length ? 'result' : String(number)
}

/** The document is the service's: it may have changed since this client was built. */
export function SelfTestPage({ part, state }: ScreenProps) {
  const { data, error, retry, ...found } = useData(() => ask(api.selfTest.read), 'self-test')
  if (data) return <Steps document={data as SelfTestDocument} part={part} state={state} />
  return (
    <>
      <Emergency />
      {found.state === 'failed' ? <Failed error={error} retry={retry} /> : <Loading />}
    </>
  )
}

function Steps({ document, part, state }: ScreenProps & { document: SelfTestDocument }) {
  const draft = useDraft('self-test', emptyTest)
  const isOpen = draft.attempt?.open === true
  const [wasDropped] = useState(() => !isOpen && isOfAnother(document, draft.fields))
  const fields = !isOpen && isOfAnother(document, draft.fields) ? emptyTest : draft.fields
  const sent = state as Sent | undefined
  // Opened by its address alone, the last step has nothing to tell.
  const step = stepFor(part === 'done' && !sent ? '' : part, document, fields, isOpen)
  useEffect(() => {
    if (step !== part) navigate(step ? `/self-test/${step}` : '/self-test', { replace: true })
  }, [step, part])
  useEffect(() => {
    if (!wasDropped) return
    draft.clear()
    navigate('/self-test', { replace: true })
  }, [])
  const given = { ...draft, fields, document }
  if (step === '') return <IntroStep {...given} wasDropped={wasDropped} />
  if (step === 'result') return <ResultStep {...given} />
  if (step === 'details') return <DetailsStep draft={draft} document={document} />
  if (step === 'done') return <DoneStep {...sent} />
  return <QuestionStep key={step} number={Number(step)} {...given} />
}
