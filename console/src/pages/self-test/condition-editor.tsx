import type {
  SelfTestCondition,
  SelfTestContent,
  SelfTestQuestion,
  SelfTestSum,
} from '@zhenyue/contract/self-test/document'
import { Button, InputNumber, Select } from 'antd'
import { DeleteOutlined, PlusOutlined } from '../../ui/icons.tsx'
import { i18n, textOf } from '../../app/i18n.ts'
import { begun, flagsOf, kindOf, partsOf, together, type Kind, type Simple } from './conditions.ts'
import { FaultsAt } from './fields.tsx'

const t = i18n(
  {
    kind: '条件类型',
    kinds: { flag: '有任一标记', option: '选了任一选项', count: '标记达到几种', sum: '合计达到' } as Record<
      Kind,
      string
    >,
    and: '并且',
    if: '如果',
    add: '再加一个条件',
    remove: (n: number) => `删除第 ${n} 个条件`,
    flags: '标记',
    options: '选项',
    count: '至少几种',
    sum: '合计什么',
    sums: { points: '分值', apcs: '亚太筛查评分' } as Record<SelfTestSum, string>,
    atLeast: '至少几分',
  },
  {
    kind: 'Kind of condition',
    kinds: { flag: 'any flag', option: 'any option chosen', count: 'so many flags', sum: 'a sum' },
    and: 'and',
    if: 'If',
    add: 'One more condition',
    remove: (n) => `Delete condition ${n}`,
    flags: 'Flags',
    options: 'Options',
    count: 'At least',
    sum: 'Sum of',
    sums: { points: 'points', apcs: 'APCS points' },
    atLeast: 'At least',
  },
)

interface Known {
  flags: { value: string; label: string }[]
  options: { label: string; options: { value: string; label: string }[] }[]
}

/** What a condition can name: what the questions can give. */
const knownIn = ({ flags }: SelfTestContent, questions: SelfTestQuestion[]): Known => ({
  flags: flags.map((flag) => ({ value: flag.id, label: textOf(flag) || flag.id })),
  options: questions.map((question) => ({
    label: textOf(question),
    options: question.options.map((option) => ({ value: option.id, label: textOf(option) || option.id })),
  })),
})

function Part({ part, known, onChange }: { part: Simple; known: Known; onChange: (part: Simple) => void }) {
  const flags = (change: (ids: string[]) => Simple) => (
    <Select<string[]>
      aria-label={t().flags}
      mode="multiple"
      className="condition-choice"
      placeholder={t().flags}
      value={flagsOf(part)}
      options={known.flags}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(ids) => onChange(change(ids))}
    />
  )
  if ('any' in part)
    return (
      <Select<string[]>
        aria-label={t().options}
        mode="multiple"
        className="condition-choice"
        placeholder={t().options}
        value={part.any}
        options={known.options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(any) => onChange({ any })}
      />
    )
  if ('of' in part)
    return (
      <>
        <InputNumber
          aria-label={t().count}
          min={1}
          max={20}
          precision={0}
          className="short-number"
          value={part.flagsAtLeast}
          onChange={(count) => count !== null && onChange({ ...part, flagsAtLeast: count })}
        />
        {flags((of) => ({ ...part, of }))}
      </>
    )
  if ('sum' in part)
    return (
      <>
        <Select<SelfTestSum>
          aria-label={t().sum}
          value={part.sum}
          options={(['points', 'apcs'] as const).map((value) => ({ value, label: t().sums[value] }))}
          onChange={(sum) => onChange({ ...part, sum })}
        />
        <InputNumber
          aria-label={t().atLeast}
          min={0}
          max={100}
          precision={0}
          className="short-number"
          value={part.atLeast}
          onChange={(atLeast) => atLeast !== null && onChange({ ...part, atLeast })}
        />
      </>
    )
  return flags((ids) => (ids.length === 1 ? { flag: ids[0]! } : { anyFlag: ids }))
}

/** Conditions that hold together. None of them can be turned round: there is no “not”. */
export function ConditionEditor({
  path,
  content,
  questions,
  value,
  onChange,
}: {
  path: string
  content: SelfTestContent
  /** Those whose answers can be named. */
  questions: SelfTestQuestion[]
  value: SelfTestCondition
  onChange: (condition: SelfTestCondition) => void
}) {
  const parts = partsOf(value)
  const known = knownIn(content, questions)
  const set = (index: number, part: Simple) =>
    onChange(together(parts.map((one, at) => (at === index ? part : one))))
  return (
    <div className="condition" data-path={path}>
      {parts.map((part, index) => (
        <div key={index} className="condition-part">
          <span className="quiet">{index === 0 ? t().if : t().and}</span>
          <Select<Kind>
            aria-label={t().kind}
            className="condition-kind"
            value={kindOf(part)}
            options={(Object.keys(begun) as Kind[]).map((kind) => ({ value: kind, label: t().kinds[kind] }))}
            onChange={(kind) => set(index, begun[kind])}
          />
          <Part part={part} known={known} onChange={(next) => set(index, next)} />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t().remove(index + 1)}
            onClick={() => onChange(together(parts.filter((_, at) => at !== index)))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange(together([...parts, begun.flag]))}>
        {t().add}
      </Button>
      <FaultsAt paths={[path]} />
    </div>
  )
}
