import { emergencyQuestion } from '@zhenyue/contract/self-test/safety'
import { maxSelfTestQuestions } from '@zhenyue/contract/self-test/structure'
import { Button } from 'antd'
import { i18n, textOf } from '../../app/i18n.ts'
import { LockOutlined, PlusOutlined } from '../../ui/icons.tsx'
import { FaultsAt } from './fields.tsx'
import { Opening } from './opening.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { newId, replaced, type EditorProps } from './use-self-test.ts'

const t = i18n(
  {
    title: '问题',
    hint: '拖动左边的手柄调整顺序，点开一题修改。显示条件只能看前面的问题。',
    add: '新增问题',
    locked: '急症问题，固定在第一题',
    count: (options: number) => `${options} 个选项`,
  },
  {
    title: 'Questions',
    hint: 'Drag by the handle to change the order, open one to change it. Conditions look back only.',
    add: 'Add a question',
    locked: 'The emergency question stays first',
    count: (options) => `${options} options`,
  },
)

/** What is asked, in which order. */
export function Questions({ content, change, path }: EditorProps & { path: string }) {
  const { questions } = content
  const [, at = '', , option = ''] = path.split('.')
  const aimed = questions[Number(at || -1)]
  const set = (next: typeof questions) => change('questions', next)
  return (
    <section className="card section-card" aria-label={t().title} data-path="questions">
      <header>
        <h2>{t().title}</h2>
      </header>
      <p className="quiet">{t().hint}</p>
      <FaultsAt paths={['questions']} />
      <Opening
        label={t().title}
        path="questions"
        items={questions}
        titleOf={(question) => textOf(question)}
        noteOf={({ id, options }) =>
          id === emergencyQuestion ? (
            <>
              <LockOutlined /> {t().locked}
            </>
          ) : (
            t().count(options.length)
          )
        }
        isKept={({ id }) => id === emergencyQuestion}
        open={aimed?.id}
        onChange={set}
      >
        {(question, index) => (
          <QuestionEditor
            path={`questions.${index}`}
            content={content}
            before={questions.slice(0, index)}
            question={question}
            onChange={(next) => set(replaced(questions, index, next))}
            openOption={aimed?.id === question.id ? aimed.options[Number(option || -1)]?.id : undefined}
          />
        )}
      </Opening>
      <Button
        icon={<PlusOutlined />}
        disabled={questions.length >= maxSelfTestQuestions}
        onClick={() =>
          set([
            ...questions,
            {
              id: newId('q'),
              kind: 'many',
              zh: '',
              en: '',
              options: [{ id: newId('o'), zh: '都没有', en: 'None of these', points: 0, only: true }],
            },
          ])
        }
      >
        {t().add}
      </Button>
    </section>
  )
}
