import { questions } from '@zhenyue/contract/self-test/former'
import { useState } from 'preact/hooks'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { Choice } from '../../ui/choice.tsx'
import { showFirstFault } from '../../ui/field.tsx'
import { QuietLink } from '../../ui/link.tsx'
import { view } from '../../view.ts'
import { words } from '../../words.ts'
import type { SelfTest } from './self-test.tsx'

const said = words(
  {
    progress: (number: number, all: number) => `第 ${number} 题，共 ${all} 题`,
    missing: '请选择一项再继续',
    next: '下一题',
    result: '查看结果',
    back: '上一题',
  },
  {
    progress: (number: number, all: number) => `Question ${number} of ${all}`,
    missing: 'Please choose an answer to go on',
    next: 'Next',
    result: 'See the result',
    back: 'Back',
  },
)

interface QuestionStepProps extends DraftOf<SelfTest> {
  /** From 1. */
  number: number
}

export function QuestionStep({ number, fields, change }: QuestionStepProps) {
  const [tried, setTried] = useState(false)
  const { language } = view()
  const question = questions[number - 1]!
  const key = String(number - 1)
  const chosen = fields.chosen[key]
  const isLast = number === questions.length

  function next() {
    setTried(true)
    if (chosen === undefined) return showFirstFault()
    if (isLast && !fields.finishedAt) change({ finishedAt: new Date().toISOString() })
    navigate(isLast ? '/self-test/result' : `/self-test/${number + 1}`)
  }

  return (
    <>
      <p class="steps">{said().progress(number, questions.length)}</p>
      <progress value={number} max={questions.length} aria-hidden="true" />
      <Choice
        legend={<h2>{question[language]}</h2>}
        name={`question-${key}`}
        class="choices-list"
        value={String(chosen)}
        onValue={(value) =>
          change({
            chosen: { ...fields.chosen, [key]: Number(value) },
            finishedAt: isLast ? '' : fields.finishedAt,
          })
        }
        fault={tried && chosen === undefined ? said().missing : undefined}
        options={question.answers.map((answer, index) => ({ value: String(index), label: answer[language] }))}
      />
      <div class="actions">
        <button type="button" class="button button-main" onClick={next}>
          {isLast ? said().result : said().next}
        </button>
        <QuietLink to={number === 1 ? '/self-test' : `/self-test/${number - 1}`}>{said().back}</QuietLink>
      </div>
    </>
  )
}
