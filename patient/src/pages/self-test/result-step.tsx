import { departments, type Department } from '@zhenyue/contract/rules'
import type {
  SelfTestDepartment,
  SelfTestDocument,
  SelfTestLevel,
  SelfTestTone,
} from '@zhenyue/contract/self-test/document'
import { askedQuestions, evaluateSelfTest } from '@zhenyue/contract/self-test/engine'
import { resultText } from '@zhenyue/contract/self-test/words'
import type { DraftOf } from '../../drafts.ts'
import { departmentName as nameOf } from '../../labels.ts'
import { useSite } from '../../site.ts'
import { Emergency } from '../../ui/emergency.tsx'
import { CallLink } from '../../ui/hospital-card.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Link, QuietLink } from '../../ui/link.tsx'
import { Notice, type Tone } from '../../ui/notice.tsx'
import { view } from '../../view.ts'
import { inLanguage, words } from '../../words.ts'
import { anyDoctor } from './plain-steps.tsx'
import { Always, Disclaimer, RulesAndSources } from './result-words.tsx'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    book: (department: string) => (department ? `预约${department}` : '预约就诊'),
    send: '把结果发给医院',
    sendHint: '医院会有专人看您的结果，并打电话给出建议。',
    sendLater: '请先打电话或去急诊，之后再发也不迟。',
    answers: '查看和修改我的回答',
    change: '修改',
    changeOf: (question: string) => `修改：${question}`,
  },
  {
    book: (department: string) => (department ? `Book a visit: ${department}` : 'Book a visit'),
    send: 'Send the result to the hospital',
    sendHint: 'Someone at the hospital will look at it and call you with advice.',
    sendLater: 'Call or go to emergency first; this can wait.',
    answers: 'See and change my answers',
    change: 'Change',
    changeOf: (question: string) => `Change: ${question}`,
  },
)

/** None of them green: no result says that all is well. */
const tones: Record<SelfTestTone, Tone> = { calm: 'plain', note: 'plain', warn: 'warning', danger: 'danger' }
const icons: Record<SelfTestLevel, IconName> = {
  none: 'info',
  routine: 'calendar',
  soon: 'clock',
  urgent: 'warning',
  emergency: 'aid',
}

interface ResultStepProps extends DraftOf<SelfTest> {
  document: SelfTestDocument
}

/** Which visit the answers call for. No score: a low number would reassure where an answer should not. */
export function ResultStep({ document, fields: { choices } }: ResultStepProps) {
  const { hospital } = useSite()
  const result = evaluateSelfTest(document, choices)!
  const { level, department, rules } = result
  const { title, body } = resultText(document, result, view().language)
  const { tone } = document.levels.find(({ id }) => id === level)!
  const isPressing = level === 'emergency' || level === 'urgent'
  return (
    <>
      <Notice tone={tones[tone]} icon={icons[level]}>
        <h2>{title}</h2>
        <p>{body}</p>
        {isPressing && (
          <div class="buttons">
            <CallLink phone="120" class={level === 'emergency' ? 'button-alarm' : 'button-danger'} />
            <CallLink
              phone={hospital?.phone ?? ''}
              class={level === 'urgent' ? 'button-main' : 'button-quiet'}
            />
          </div>
        )}
      </Notice>
      <div class="actions">
        {level !== 'emergency' && <Book level={level} department={department} />}
        <QuietLink to="/self-test/details">{said().send}</QuietLink>
        <p class="soft">{level === 'emergency' ? said().sendLater : said().sendHint}</p>
      </div>
      <Notice tone="warning">
        <Always document={document} />
      </Notice>
      {!isPressing && <Emergency />}
      <Answers document={document} choices={choices} />
      <RulesAndSources document={document} matched={rules} />
      <Disclaimer document={document} />
    </>
  )
}

interface BookProps {
  level: SelfTestLevel
  department: SelfTestDepartment
}

/** The department that the answers point to is chosen already. */
function Book({ level, department }: BookProps) {
  const own = departments.find((one) => one === department) as Department | undefined
  const look = level === 'urgent' || level === 'none' ? 'button-quiet' : 'button-main'
  return (
    <Link to="/appointment" class={`button ${look}`} state={own && { departmentName: own, ...anyDoctor }}>
      {said().book(own ? nameOf(own) : '')}
    </Link>
  )
}

const Answers = ({ document, choices }: { document: SelfTestDocument; choices: SelfTest['choices'] }) => (
  <details class="card">
    <summary>{said().answers}</summary>
    <ol class="answers">
      {askedQuestions(document, choices).map((question, index) => (
        <li key={question.id}>
          <div>
            <p class="soft">{inLanguage(question)}</p>
            <p>
              <strong>
                {question.options
                  .filter(({ id }) => choices[question.id]!.includes(id))
                  .map(inLanguage)
                  .join(view().language === 'en' ? '; ' : '；')}
              </strong>
            </p>
          </div>
          <Link
            to={`/self-test/${index + 1}`}
            class="button button-quiet"
            label={said().changeOf(inLanguage(question))}
          >
            {said().change}
          </Link>
        </li>
      ))}
    </ol>
  </details>
)
