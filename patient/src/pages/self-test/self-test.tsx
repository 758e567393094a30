import { isComplete, questions, type Chosen } from '@zhenyue/contract/self-test/former'
import { useEffect } from 'preact/hooks'
import { useDraft } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import type { ScreenProps } from '../../screens.ts'
import { DetailsStep } from './details-step.tsx'
import { DoneStep, IntroStep } from './plain-steps.tsx'
import { QuestionStep } from './question-step.tsx'
import { ResultStep } from './result-step.tsx'

export const emptyTest = {
  chosen: {} as Chosen,
  /** When the last question was answered. */
  finishedAt: '',
  name: '',
  phone: '',
  symptom: '',
  consent: false,
}
export type SelfTest = typeof emptyTest

/** No step before those that lead to it. A sending whose outcome is not known holds the person there. */
function stepFor(wanted: string, { chosen }: SelfTest, open: boolean): string {
  if (open) return 'details'
  if (wanted === '' || wanted === 'done') return wanted
  const firstOpen = questions.findIndex((_, index) => !(String(index) in chosen)) + 1
  if (wanted === 'result' || wanted === 'details') return isComplete(chosen) ? wanted : String(firstOpen || 1)
  const number = Number(wanted)
  if (!Number.isInteger(number) || number < 1 || number > questions.length) return ''
  return firstOpen > 0 && number > firstOpen ? String(firstOpen) : String(number)
}

export function SelfTestPage({ part }: ScreenProps) {
  const draft = useDraft('self-test', emptyTest)
  const step = stepFor(part, draft.fields, draft.attempt?.open === true)
  useEffect(() => {
    if (step !== part) navigate(step ? `/self-test/${step}` : '/self-test', { replace: true })
  }, [step, part])
  if (step === '') return <IntroStep {...draft} />
  if (step === 'result') return <ResultStep {...draft} />
  if (step === 'details') return <DetailsStep draft={draft} />
  if (step === 'done') return <DoneStep />
  return <QuestionStep key={step} number={Number(step)} {...draft} />
}
