import type { SelfTestContent, SelfTestQuestion } from '@zhenyue/contract/self-test/document'
import { maxSelfTestOptions } from '@zhenyue/contract/self-test/structure'
import { Button, Select, Switch } from 'antd'
import { i18n, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels } from '../../records/self-test-words.ts'
import { PlusOutlined } from '../../ui/icons.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { BothTexts, FaultsAt, Field } from './fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { Opening } from './opening.tsx'
import { newId, replaced } from './use-self-test.ts'

const t = i18n(
  {
    text: '问题文字',
    one: '单选',
    many: '多选',
    shown: '只在一定条件下问',
    stop: '选中任一项（“都没有”除外）即结束',
    options: '选项',
    add: '新增选项',
    points: (points: number) => `${points} 分`,
  },
  {
    text: 'Text',
    one: 'One answer',
    many: 'Several answers',
    shown: 'Asked only under a condition',
    stop: 'Any choice but “none” ends the test',
    options: 'Options',
    add: 'Add an option',
    points: (points) => `${points} points`,
  },
)

/** All of one question. */
export function QuestionEditor({
  path,
  content,
  before,
  question,
  onChange,
  openOption,
}: {
  path: string
  content: SelfTestContent
  /** The questions before it, which its condition can look at. */
  before: SelfTestQuestion[]
  question: SelfTestQuestion
  onChange: (question: SelfTestQuestion) => void
  /** The option that a fault leads to. */
  openOption: string | undefined
}) {
  const { showIf: _, ...always } = question
  const { stopIfAny: _stop, ...goesOn } = question
  const setOptions = (options: SelfTestQuestion['options']) => onChange({ ...question, options })
  return (
    <div className="question-editor">
      <FaultsAt paths={[path, `${path}.id`]} />
      <BothTexts
        path={path}
        label={t().text}
        value={question}
        onChange={(texts) => onChange({ ...question, ...texts })}
      />
      <div className="field-row">
        <Field path={`${path}.kind`} label={textOf(labels.kind)}>
          {(given) => (
            <Select<'one' | 'many'>
              {...given}
              value={question.kind}
              options={(['one', 'many'] as const).map((value) => ({ value, label: t()[value] }))}
              onChange={(kind) => onChange({ ...question, kind })}
            />
          )}
        </Field>
        {question.kind === 'many' && (
          <Field path={`${path}.stopIfAny`} label={t().stop}>
            {(given) => (
              <span>
                <Switch
                  id={given.id}
                  checked={question.stopIfAny ?? false}
                  onChange={(stopIfAny) => onChange(stopIfAny ? { ...question, stopIfAny } : goesOn)}
                />
              </span>
            )}
          </Field>
        )}
        {before.length > 0 && (
          <Field path={`${path}.shown`} label={t().shown}>
            {(given) => (
              <span>
                <Switch
                  id={given.id}
                  checked={question.showIf !== undefined}
                  onChange={(on) => onChange(on ? { ...question, showIf: { anyFlag: [] } } : always)}
                />
              </span>
            )}
          </Field>
        )}
      </div>
      {question.showIf && (
        <ConditionEditor
          path={`${path}.showIf`}
          content={content}
          questions={before}
          value={question.showIf}
          onChange={(showIf) => onChange({ ...question, showIf })}
        />
      )}
      <strong>{t().options}</strong>
      <Opening
        label={t().options}
        path={`${path}.options`}
        items={question.options}
        titleOf={(option) => textOf(option)}
        noteOf={(option) => t().points(option.points)}
        open={openOption}
        onChange={setOptions}
      >
        {(option, index) => (
          <OptionFields
            path={`${path}.options.${index}`}
            content={content}
            option={option}
            isMany={question.kind === 'many'}
            onChange={(next) => setOptions(replaced(question.options, index, next))}
          />
        )}
      </Opening>
      <FaultsAt paths={[`${path}.options`]} />
      <Button
        icon={<PlusOutlined />}
        disabled={question.options.length >= maxSelfTestOptions}
        onClick={() => setOptions([...question.options, { id: newId('o'), zh: '', en: '', points: 0 }])}
      >
        {t().add}
      </Button>
    </div>
  )
}
