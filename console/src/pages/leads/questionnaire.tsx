import {
  chosenFrom,
  flagLabels,
  flagsOf,
  levelLabels,
  levelOf,
  questions,
} from '@zhenyue/contract/self-test/former'
import { showMoment } from '../../ui/moment.ts'
import { i18n, labelOf, textOf as labelText } from '../../app/i18n.ts'
import { ScoreGauge } from './score.tsx'

const t = i18n(
  { title: '健康自测', at: '填写时间', none: '没有作答', told: '已提示患者', flags: '需要留意' },
  {
    title: 'Self-test',
    at: 'Filled in',
    none: 'No answers',
    told: 'The patient was told',
    flags: 'To look at',
  },
)

/** Whatever the sender made of it, as words. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('、')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.entries(value)
    .map(([key, one]) => `${key}：${textOf(one)}`)
    .join('；')
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

interface Answered {
  question: string
  answer: string
  isFlagged: boolean
}

/** Question and answer. Where the answers are not those of our self-test, its questions are not theirs. */
function answersOf(answers: Record<string, unknown>, isOurs: boolean): Answered[] {
  return Object.entries(answers).map(([key, value]) => {
    const question = isOurs ? questions[Number(key)] : undefined
    const choice = chosenFrom({ [key]: value })[key]
    const known = question && choice !== undefined ? question.answers[choice] : undefined
    const number = /^\d{1,4}$/.test(key) ? String(Number(key) + 1) : key
    return {
      question: question ? `${number}. ${labelText(question)}` : number,
      answer: known ? labelText(known) : textOf(value),
      isFlagged: known?.flag !== undefined,
    }
  })
}

export function Questionnaire({ value, score }: { value: Record<string, unknown>; score: number }) {
  const { answers, createdAt } = value
  const given = typeof answers === 'object' && answers !== null ? (answers as Record<string, unknown>) : {}
  const chosen = chosenFrom(given)
  const isOurs = Object.keys(chosen).length > 0
  const flags = flagsOf(chosen)
  const answered = answersOf(given, isOurs)
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
                  {flags.map((flag) => labelOf(flagLabels, flag)).join('、')}
                </strong>
              </dd>
            </>
          )}
          {createdAt !== undefined && (
            <>
              <dt>{t().at}</dt>
              <dd>{isMoment(createdAt) ? showMoment(createdAt) : textOf(createdAt)}</dd>
            </>
          )}
        </dl>
      </div>
      {answered.length === 0 && <p className="quiet">{t().none}</p>}
      <dl className="answers">
        {answered.map(({ question, answer, isFlagged }) => (
          <div key={question}>
            <dt>{question}</dt>
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
