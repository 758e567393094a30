import {
  selfTestDepartments,
  type SelfTestCase,
  type SelfTestDepartment,
  type SelfTestExpectation,
} from '@zhenyue/contract/self-test/document'
import type { SelfTestOutcome } from '@zhenyue/contract/self-test/safety'
import { Button, Select } from 'antd'
import { i18n, joined } from '../../app/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { CheckOutlined, CloseOutlined } from '../../ui/icons.tsx'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { CountField, FaultsAt, Field, LevelField, SomeField } from './fields.tsx'
import { Opening } from './opening.tsx'
import { replaced, type EditorProps } from './use-self-test.ts'
import { nameIn } from './words.ts'

const t = i18n(
  {
    title: '用例',
    hint: '每个用例是一组回答和应得的结果。发布前全部要通过。新的用例，请在右边预览里作答后存下来。',
    passes: '通过',
    fails: '不通过',
    waiting: '还没有运行',
    of: (passed: number, all: number) => `${passed} / ${all} 通过`,
    choices: '回答',
    score: '应得分',
    department: '应建议的科室',
    level: '应得结果',
    take: '改为实际结果',
  },
  {
    title: 'Tests',
    hint: 'Answers and the result they have to give. All have to pass before publishing. Make new ones by answering the preview.',
    passes: 'passes',
    fails: 'fails',
    waiting: 'not run yet',
    of: (passed, all) => `${passed} of ${all} pass`,
    choices: 'Answers',
    score: 'Score',
    department: 'Department',
    level: 'Level',
    take: 'Expect what it gives',
  },
)

const isSame = ({ expected, got }: SelfTestOutcome) =>
  got !== null &&
  got.level === expected.level &&
  got.score === expected.score &&
  got.department === expected.department

/** An outcome is of the test as it was checked; while one types it may be of the one before. */
const isOf = (outcome: SelfTestOutcome | undefined, { level, score, department }: SelfTestExpectation) =>
  outcome !== undefined &&
  outcome.expected.level === level &&
  outcome.expected.score === score &&
  outcome.expected.department === department

function Verdict({ outcome }: { outcome: SelfTestOutcome | undefined }) {
  if (!outcome) return <span className="quiet">{t().waiting}</span>
  return isSame(outcome) ? (
    <Badge tone="good">
      <CheckOutlined /> {t().passes}
    </Badge>
  ) : (
    <Badge tone="bad">
      <CloseOutlined /> {t().fails}
    </Badge>
  )
}

/** The tests that the document brings along, each with whether it passes. */
export function Cases({
  content,
  change,
  path,
  outcomes,
}: EditorProps & { path: string; outcomes: SelfTestOutcome[] }) {
  const { tests, questions } = content
  const outcomeOf = (one: SelfTestCase, index: number) =>
    isOf(outcomes[index], one) ? outcomes[index] : undefined
  const numbered = tests.map((one, index) => ({ ...one, id: String(index), outcome: outcomeOf(one, index) }))
  const set = (next: SelfTestCase[]) => change('tests', next)
  const options = questions.flatMap((question) => question.options)
  const passed = numbered.filter(({ outcome }) => outcome && isSame(outcome)).length
  return (
    <section className="card section-card" aria-label={t().title} data-path="tests">
      <header>
        <h2>{t().title}</h2>
        <span className="quiet">{t().of(passed, tests.length)}</span>
      </header>
      <p className="quiet">{t().hint}</p>
      <Opening
        label={t().title}
        path="tests"
        items={numbered}
        titleOf={({ choices }) =>
          joined(
            choices.map((id) => nameIn(content, id)),
            '；',
          )
        }
        noteOf={({ outcome }) => <Verdict outcome={outcome} />}
        open={path.split('.')[1]}
        onChange={(next) => set(next.map(({ id: _, outcome: _outcome, ...one }) => one))}
      >
        {({ id: _, outcome, ...one }, index) => {
          const at = `tests.${index}`
          const put = (next: SelfTestCase) => set(replaced(tests, index, next))
          const got = outcome?.got
          return (
            <div className="question-editor">
              <SomeField
                path={`${at}.choices`}
                label={t().choices}
                value={one.choices}
                from={options}
                onChange={(choices) => put({ ...one, choices })}
              />
              <div className="field-row">
                <LevelField
                  path={`${at}.level`}
                  label={t().level}
                  value={one.level}
                  onChange={(level) => put({ ...one, level })}
                />
                <CountField
                  path={`${at}.score`}
                  label={t().score}
                  value={one.score}
                  onChange={(score) => put({ ...one, score })}
                />
                <Field path={`${at}.department`} label={t().department}>
                  {(given) => (
                    <Select<SelfTestDepartment>
                      {...given}
                      value={one.department}
                      options={selfTestDepartments.map((value) => ({
                        value,
                        label: departmentInWords(value),
                      }))}
                      onChange={(department) => put({ ...one, department })}
                    />
                  )}
                </Field>
              </div>
              <FaultsAt paths={[at]} />
              {outcome && got && !isSame(outcome) && (
                <span>
                  <Button size="small" onClick={() => put({ ...one, ...got })}>
                    {t().take}
                  </Button>
                </span>
              )}
            </div>
          )
        }}
      </Opening>
    </section>
  )
}
