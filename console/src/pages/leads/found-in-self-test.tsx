import type { LeadSelfTestDetail } from '@zhenyue/contract'
import { Alert } from 'antd'
import { i18n, joined, labelOf, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels, type SelfTestField } from '../../records/self-test-words.ts'
import { Level } from '../../ui/level.tsx'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { filledIn } from './questionnaire.tsx'
import { ScoreGauge } from './score.tsx'

const t = i18n(
  {
    title: '健康自测',
    at: '填写时间',
    flags: '需要留意',
    noFlags: '没有标记',
    department: '建议科室',
    version: '问卷版本',
    mismatch: '提交的结果与回答不符',
    mismatchText: (names: string) => `不符的有：${names}。这里显示的是按回答重新算出的结果，请以它为准。`,
    answersText: '回答的文字',
    questionsText: '问题的文字',
    why: '为什么是这个结果',
    noRule: '没有规则符合这些回答。',
    answers: '问题与回答',
    from: '依据',
  },
  {
    title: 'Self-test',
    at: 'Filled in',
    flags: 'To look at',
    noFlags: 'No flags',
    department: 'Department',
    version: 'Version',
    mismatch: 'What was sent does not follow from the answers',
    mismatchText: (names) => `It differs in: ${names}. What you see here was computed anew from the answers.`,
    answersText: 'texts of the answers',
    questionsText: 'texts of the questions',
    why: 'Why this result',
    noRule: 'No rule matches these answers.',
    answers: 'Questions and answers',
    from: 'Rests on',
  },
)

const namesOf = (mismatch: string[]) => {
  const others: Record<string, string> = { answers: t().answersText, questions: t().questionsText }
  const names = mismatch.map((name) => {
    const field = name === 'total' ? 'score' : name
    return others[name] ?? labelOf(selfTestFieldLabels, field as SelfTestField)
  })
  return joined([...new Set(names)])
}

/** What the service found in the answers, and why. */
export function FoundInSelfTest({ found, createdAt }: { found: LeadSelfTestDetail; createdAt: unknown }) {
  const { level, score, flags, department, version, mismatch, rules, answers } = found
  const flagged = flags.map(({ id }) => id)
  return (
    <div className="drawer-section">
      <h3>{t().title}</h3>
      {mismatch.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t().mismatch}
          description={t().mismatchText(namesOf(mismatch))}
        />
      )}
      <div className="questionnaire">
        <ScoreGauge score={score} />
        <dl className="facts">
          <dt>{textOf(selfTestFieldLabels.level)}</dt>
          <dd>
            <Level level={level} />
          </dd>
          <dt>{t().flags}</dt>
          <dd>
            {flags.length > 0 ? (
              <strong data-tone="bad" className="flag">
                {joined(flags.map(textOf))}
              </strong>
            ) : (
              <span className="quiet">{t().noFlags}</span>
            )}
          </dd>
          <dt>{t().department}</dt>
          <dd>{departmentInWords(department)}</dd>
          <dt>{t().version}</dt>
          <dd>{version}</dd>
          {createdAt !== undefined && (
            <>
              <dt>{t().at}</dt>
              <dd>{filledIn(createdAt)}</dd>
            </>
          )}
        </dl>
      </div>
      <h4>{t().why}</h4>
      {rules.length === 0 && <p className="quiet">{t().noRule}</p>}
      <ul className="matched-rules">
        {rules.map((rule) => (
          <li key={rule.id}>
            <Level level={rule.level} /> {textOf(rule)}
            <small className="quiet any-text">
              {`${t().from} ${joined(
                rule.sources.map(({ title }) => title),
                '；',
              )}`}
            </small>
          </li>
        ))}
      </ul>
      <h4>{t().answers}</h4>
      <dl className="answers">
        {answers.map((question) => (
          <div key={question.id}>
            <dt>{textOf(question)}</dt>
            {question.chosen.map((option) => {
              const isFlagged = option.flags.some((flag) => flagged.includes(flag))
              return (
                <dd
                  key={option.id}
                  className={isFlagged ? 'any-text flag' : 'any-text'}
                  {...(isFlagged && { 'data-tone': 'bad' })}
                >
                  {textOf(option)}
                </dd>
              )
            })}
          </div>
        ))}
      </dl>
    </div>
  )
}
