import type { SelfTestCase, SelfTestContent } from '@zhenyue/contract/self-test/document'
import {
  askedQuestions,
  choose,
  evaluateSelfTest,
  type SelfTestResult,
} from '@zhenyue/contract/self-test/engine'
import { structureFaults } from '@zhenyue/contract/self-test/structure'
import { Button, Segmented } from 'antd'
import { useId, useState } from 'react'
import { i18n } from '../../app/i18n.ts'
import { Level } from '../../ui/level.tsx'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { PreviewResult } from './preview-result.tsx'
import { ruleInWords } from './words.ts'

const t = i18n(
  {
    title: '手机预览',
    hint: '像患者一样作答，结果按现在的草稿算，不会提交。',
    language: '患者看到的语言',
    progress: (at: number, all: number) => `第 ${at} 题，共 ${all} 题`,
    back: '上一题',
    next: '下一题',
    result: '看结果',
    again: '重新作答',
    broken: '有条件没有写完整，改好后可以继续预览。',
    why: '为什么',
    noRule: '没有规则符合。',
    score: (score: number, department: string) => `得分 ${score}，${department}`,
    keep: '存为用例',
  },
  {
    title: 'Phone preview',
    hint: 'Answer as a patient does; results follow the draft as it is, nothing is sent.',
    language: 'Language of the patient',
    progress: (at, all) => `Question ${at} of ${all}`,
    back: 'Back',
    next: 'Next',
    result: 'Show the result',
    again: 'Begin again',
    broken: 'A condition is not complete; the preview goes on once it is.',
    why: 'Why',
    noRule: 'No rule matches.',
    score: (score, department) => `Score ${score}, ${department}`,
    keep: 'Keep as a test',
  },
)

type Choices = Record<string, string[]>

/** What the engine cannot follow: the levels and the conditions. */
const isReadable = (content: SelfTestContent) =>
  !structureFaults(content).some(({ path }) => /^levels$|\.(when|showIf)$/.test(path))

/** Only what is still in the document. */
const known = ({ questions }: SelfTestContent, choices: Choices): Choices =>
  Object.fromEntries(
    questions.map(({ id, options }) => [
      id,
      (choices[id] ?? []).filter((chosen) => options.some((option) => option.id === chosen)),
    ]),
  )

function Why({ content, result }: { content: SelfTestContent; result: SelfTestResult }) {
  const matched = content.rules.filter(({ id }) => result.rules.includes(id))
  return (
    <div className="preview-why">
      <strong>{t().why}</strong> <Level level={result.level} />{' '}
      <span className="quiet">{t().score(result.score, departmentInWords(result.department))}</span>
      {matched.length === 0 && <p className="quiet">{t().noRule}</p>}
      <ul>
        {matched.map((rule) => (
          <li key={rule.id}>{ruleInWords(content, rule)}</li>
        ))}
      </ul>
    </div>
  )
}

/** The self-test on a phone, by the engine that patients have. */
export function Preview({
  content,
  version,
  keep,
}: {
  content: SelfTestContent
  version: string
  /** Makes a test of what was answered. */
  keep: (test: SelfTestCase) => void
}) {
  const name = useId()
  const [language, setLanguage] = useState<'zh' | 'en'>('zh')
  const [given, setChoices] = useState<Choices>({})
  const [at, setAt] = useState(0)
  const canAsk = isReadable(content) && content.questions.length > 0
  const choices = known(content, given)
  const asked = canAsk ? askedQuestions(content, choices) : []
  const question = asked[at]
  const result = canAsk && at >= asked.length ? evaluateSelfTest(content, choices) : undefined
  const chosen = question ? choices[question.id]! : []
  const isMany = question?.kind === 'many'
  const restart = () => {
    setChoices({})
    setAt(0)
  }
  const keepIt = ({ level, score, department }: SelfTestResult) =>
    keep({ choices: asked.flatMap(({ id }) => choices[id]!), level, score, department })
  return (
    <aside className="preview" aria-label={t().title}>
      <div className="preview-head">
        <span className="quiet">{t().hint}</span>
        <Segmented
          size="small"
          aria-label={t().language}
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh' as const, label: '中文' },
            { value: 'en' as const, label: 'English' },
          ]}
        />
      </div>
      <div className="phone-frame" lang={language === 'zh' ? 'zh-CN' : 'en'}>
        {!canAsk && <p>{t().broken}</p>}
        {question && (
          <fieldset>
            <legend>
              <small className="quiet">{t().progress(at + 1, asked.length)}</small>
              {question[language]}
            </legend>
            {question.options.map((option) => (
              <label key={option.id} className="phone-option">
                <input
                  type={isMany ? 'checkbox' : 'radio'}
                  name={`${name}-${question.id}`}
                  checked={chosen.includes(option.id)}
                  onChange={() => setChoices({ ...given, [question.id]: choose(question, chosen, option) })}
                />
                <span>{option[language]}</span>
              </label>
            ))}
          </fieldset>
        )}
        {result && <PreviewResult content={content} version={version} result={result} language={language} />}
        {canAsk && (
          <div className="phone-buttons">
            <Button disabled={at === 0} onClick={() => setAt(Math.min(at, asked.length) - 1)}>
              {t().back}
            </Button>
            {question ? (
              <Button type="primary" disabled={chosen.length === 0} onClick={() => setAt(at + 1)}>
                {at + 1 === asked.length ? t().result : t().next}
              </Button>
            ) : (
              <Button onClick={restart}>{t().again}</Button>
            )}
          </div>
        )}
      </div>
      {result && (
        <>
          <Why content={content} result={result} />
          <Button size="small" onClick={() => keepIt(result)}>
            {t().keep}
          </Button>
        </>
      )}
    </aside>
  )
}
