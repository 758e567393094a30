import {
  chosenFrom,
  flagLabels,
  flagsOf,
  levelLabels,
  levelOf,
  questions,
  type Flag,
} from '@zhenyue/contract/self-test/former'
import { Badge } from '../../ui/badge.tsx'
import { showMoment } from '../../ui/moment.ts'
import { i18n, joined, labelOf, textOf as labelText } from '../../app/i18n.ts'
import { ScoreGauge } from './score.tsx'

const t = i18n(
  {
    title: '健康自测',
    at: '填写时间',
    none: '没有作答',
    told: '已提示患者',
    flags: '需要留意',
    review: '旧版自测，请复核',
    unknown: (version: string) => `这里没有 ${version} 版的问卷，不能核对结果，请看回答。`,
  },
  {
    title: 'Self-test',
    at: 'Filled in',
    none: 'No answers',
    told: 'The patient was told',
    flags: 'To look at',
    review: 'Old self-test, please review',
    unknown: (version) =>
      `Version ${version} is not known here: nothing can be checked, please read the answers.`,
  },
)

/** Whatever the sender made of it, as words. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return joined(value.map(textOf))
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const parts = Object.entries(value).map(([key, one]) => `${key}：${textOf(one)}`)
  return joined(parts, '；')
}

/** When it was filled in, as far as the sender says it. */
export const filledIn = (value: unknown) => (isMoment(value) ? showMoment(value) : textOf(value))

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

interface Answered {
  question: string
  answer: string
  isFlagged: boolean
  /** The old self-test weighed it too lightly. */
  needsReview: boolean
}

const toReview: (Flag | undefined)[] = ['bleed', 'dark', 'weight', 'habit']
const isToReview = (question: (typeof questions)[number]) =>
  question.answers.some(({ flag }) => toReview.includes(flag))

/** Question and answer; where the answers are not those of our self-test, its questions are not theirs. */
function answersOf(
  answers: Record<string, unknown>,
  isOurs: boolean,
  asked: Record<string, unknown>,
): Answered[] {
  return Object.entries(answers).map(([key, value]) => {
    const question = isOurs ? questions[Number(key)] : undefined
    const choice = question && chosenFrom({ [key]: value })[key]
    const known = choice === undefined ? undefined : question?.answers[choice]
    const number = /^\d{1,4}$/.test(key) ? String(Number(key) + 1) : key
    const words = question ? labelText(question) : textOf(asked[key])
    return {
      question: words ? `${number}. ${words}` : number,
      answer: known ? labelText(known) : textOf(value),
      isFlagged: known?.flag !== undefined,
      needsReview: question !== undefined && isToReview(question) && known?.points !== 0,
    }
  })
}

export function Questionnaire({ value, score }: { value: Record<string, unknown>; score: number }) {
  const { answers, createdAt, version, questions: asked } = value
  const given = isRecord(answers) ? answers : {}
  const isOld = version === undefined
  const chosen = isOld ? chosenFrom(given) : {}
  const isOurs = Object.keys(chosen).length > 0
  const flags = flagsOf(chosen)
  const answered = answersOf(given, isOurs, isRecord(asked) ? asked : {})
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <div className="questionnaire">
        <ScoreGauge score={score} />
        <dl className="facts">
          {isOurs && (
            <>
              <dt>{t().told}</dt>
              <dd>{labelOf(levelLabels, levelOf(chosen))}</dd>
            </>
          )}
          {flags.length > 0 && (
            <>
              <dt>{t().flags}</dt>
              <dd>
                <strong data-tone="bad" className="flag">
                  {joined(flags.map((flag) => labelOf(flagLabels, flag)))}
                </strong>
              </dd>
            </>
          )}
          {createdAt !== undefined && (
            <>
              <dt>{t().at}</dt>
              <dd>{filledIn(createdAt)}</dd>
            </>
          )}
        </dl>
      </div>
      {!isOld && <p className="quiet">{t().unknown(textOf(version))}</p>}
      {answered.length === 0 && <p className="quiet">{t().none}</p>}
      <dl className="answers">
        {answered.map(({ question, answer, isFlagged, needsReview }) => (
          <div key={question}>
            <dt>
              {question} {needsReview && <Badge tone="warn">{t().review}</Badge>}
            </dt>
            <dd
              className={isFlagged ? 'any-text flag' : 'any-text'}
              {...(isFlagged && { 'data-tone': 'bad' })}
            >
              {answer}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
