import { Button } from 'antd'
import { useState } from 'react'
import { showMoment } from '../../ui/moment.ts'
import { i18n } from '../../app/i18n.ts'
import { ScoreGauge } from './score.tsx'

const t = i18n(
  {
    title: '问卷',
    total: '总分',
    at: '填写时间',
    none: '没有作答',
    raw: '查看原始 JSON',
    hide: '收起原始 JSON',
  },
  {
    title: 'Questionnaire',
    total: 'Total',
    at: 'Filled in',
    none: 'No answers',
    raw: 'Show raw JSON',
    hide: 'Hide raw JSON',
  },
)

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

/** The answers in the order of their questions, whatever the sender made of them. */
function answersOf(answers: unknown): [name: string, answer: string][] {
  if (typeof answers !== 'object' || answers === null) return []
  return Object.entries(answers).map(([key, value]) => [
    /^\d{1,4}$/.test(key) ? String(Number(key) + 1) : key,
    textOf(value),
  ])
}

export function Questionnaire({ value, score }: { value: Record<string, unknown>; score: number }) {
  const [isRaw, setRaw] = useState(false)
  const answers = answersOf(value['answers'])
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      <div className="questionnaire">
        <ScoreGauge score={score} />
        <dl className="facts">
          {value['total'] !== undefined && (
            <>
              <dt>{t().total}</dt>
              <dd>{textOf(value['total'])}</dd>
            </>
          )}
          {value['createdAt'] !== undefined && (
            <>
              <dt>{t().at}</dt>
              <dd>
                {isMoment(value['createdAt']) ? showMoment(value['createdAt']) : textOf(value['createdAt'])}
              </dd>
            </>
          )}
        </dl>
      </div>
      {answers.length === 0 ? (
        <p className="quiet">{t().none}</p>
      ) : (
        <dl className="answers">
          {answers.map(([name, answer]) => (
            <div key={name}>
              <dt className="number">{name}</dt>
              <dd className="any-text">{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button size="small" aria-expanded={isRaw} onClick={() => setRaw(!isRaw)}>
        {isRaw ? t().hide : t().raw}
      </Button>
      {isRaw && (
        <pre className="json" tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </pre>
      )}
    </div>
  )
}
