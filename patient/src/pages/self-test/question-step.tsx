import type { SelfTestDocument, SelfTestOption, SelfTestQuestion } from '@zhenyue/contract/self-test/document'
import { askedQuestions, choose, isSelfTestComplete } from '@zhenyue/contract/self-test/engine'
import { useState } from 'preact/hooks'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { Choice } from '../../ui/choice.tsx'
import { showFirstFault } from '../../ui/field.tsx'
import { QuietLink } from '../../ui/link.tsx'
import { inLanguage, words } from '../../words.ts'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    progress: (number: number, all: number) => `第 ${number} 题，共 ${all} 题`,
    many: '可以选多项',
    missing: '请选择一项再继续',
    missingOfMany: '请至少选一项再继续，都没有也请选上',
    next: '下一题',
    result: '查看结果',
    back: '上一题',
  },
  {
    progress: (number: number, all: number) => `Question ${number} of ${all}`,
    many: 'You can choose several',
    missing: 'Please choose an answer to go on',
    missingOfMany: 'Please choose at least one answer to go on, also if it is “none”',
    next: 'Next',
    result: 'See the result',
    back: 'Back',
  },
)

interface QuestionStepProps extends DraftOf<SelfTest> {
  document: SelfTestDocument
  /** From 1. */
  number: number
}

/** How many there are for someone who does not have to stop. */
function countOf(document: SelfTestDocument, choices: SelfTest['choices']): number {
  const others = { ...choices }
  for (const { id, stopIfAny } of document.questions) if (stopIfAny) delete others[id]
  return askedQuestions(document, others).length
}

export function QuestionStep({ document, number, fields, change }: QuestionStepProps) {
  const [tried, setTried] = useState(false)
  const { choices } = fields
  const question = askedQuestions(document, choices)[number - 1]!
  const chosen = choices[question.id] ?? []
  const count = countOf(document, choices)
  const isMany = question.kind === 'many'

  /** A choice that ends the test is acted on at once. */
  function pick(option: SelfTestOption) {
    const now = choose(question, chosen, option)
    const stops = question.stopIfAny && !option.only && now.includes(option.id)
    change({
      version: document.version,
      choices: { ...choices, [question.id]: now },
      finishedAt: stops ? new Date().toISOString() : '',
    })
    if (stops) navigate('/self-test/result')
  }

  function showResult() {
    if (!fields.finishedAt) change({ finishedAt: new Date().toISOString() })
    navigate('/self-test/result')
  }

  function next() {
    setTried(true)
    if (chosen.length === 0) return showFirstFault()
    if (number < askedQuestions(document, choices).length) navigate(`/self-test/${number + 1}`)
    else showResult()
  }

  const isLast = number === count
  const isComplete = isSelfTestComplete(document, choices)
  return (
    <>
      <p class="steps">{said().progress(number, count)}</p>
      <progress value={number} max={count} aria-hidden="true" />
      <Choice
        legend={<Legend question={question} />}
        name={`question-${question.id}`}
        class="choices-list"
        value={isMany ? chosen : (chosen[0] ?? '')}
        onValue={(value) => pick(question.options.find(({ id }) => id === value)!)}
        fault={tried && chosen.length === 0 ? said()[isMany ? 'missingOfMany' : 'missing'] : undefined}
        options={question.options.map((option) => ({ value: option.id, label: inLanguage(option) }))}
      />
      <div class="actions">
        <button type="button" class="button button-main" onClick={next}>
          {isLast ? said().result : said().next}
        </button>
        {isComplete && !isLast && (
          <button type="button" class="button button-quiet" onClick={showResult}>
            {said().result}
          </button>
        )}
        <QuietLink to={number === 1 ? '/self-test' : `/self-test/${number - 1}`}>{said().back}</QuietLink>
      </div>
    </>
  )
}

function Legend({ question }: { question: SelfTestQuestion }) {
  const text = inLanguage(question)
  return (
    <>
      <h2>{text}</h2>
      {question.kind === 'many' && !text.includes('多选') && <span class="soft">{said().many}</span>}
    </>
  )
}
