import {
  selfTestLevelLabels,
  type SelfTestContent,
  type SelfTestOption,
} from '@zhenyue/contract/self-test/document'
import { i18n, joined, labelOf, textOf } from '../../app/i18n.ts'
import { selfTestFieldLabels as labels, type SelfTestField } from '../../records/self-test-words.ts'
import { departmentInWords } from '../../ui/self-test-department.ts'
import { conditionInWords, flagIn } from './words.ts'

const t = i18n(
  {
    added: (kind: string, name: string) => `新增${kind}“${name}”`,
    removed: (kind: string, name: string) => `删除${kind}“${name}”`,
    moved: (kind: string) => `调整了${kind}的顺序`,
    of: (kind: string, name: string, field: string) => `${kind}“${name}” · ${field}`,
    yes: '是',
    no: '否',
    always: '始终显示',
    none: '无',
    one: '单选',
    many: '多选',
    tests: (count: number) => `${count} 个`,
  },
  {
    added: (kind, name) => `${kind}: added “${name}”`,
    removed: (kind, name) => `${kind}: removed “${name}”`,
    moved: (kind) => `${kind}: other order`,
    of: (kind, name, field) => `${kind} “${name}” · ${field}`,
    yes: 'yes',
    no: 'no',
    always: 'always shown',
    none: 'none',
    one: 'one answer',
    many: 'several answers',
    tests: (count) => String(count),
  },
)

/** What differs in words; before and after where it is a value. */
export interface Difference {
  what: string
  before?: string
  after?: string
}

type Fields = [field: SelfTestField, value: string][]
type Named = { id: string; name: string; fields: Fields }

const yesNo = (value: boolean | undefined) => (value ? t().yes : t().no)
const list = (ids: string[] | undefined, name: (id: string) => string) =>
  joined((ids ?? []).map(name)) || t().none

const optionOf = (content: SelfTestContent, option: SelfTestOption): Named => ({
  id: option.id,
  name: textOf(option),
  fields: [
    ['zh', option.zh],
    ['en', option.en],
    ['points', String(option.points)],
    ['apcs', String(option.apcs ?? 0)],
    ['flags', list(option.flags, (id) => flagIn(content, id))],
    ['dept', departmentInWords(option.dept ?? '')],
    ['only', yesNo(option.only)],
  ],
})

const questionsOf = (content: SelfTestContent): Named[] =>
  content.questions.map((question) => ({
    id: question.id,
    name: textOf(question),
    fields: [
      ['zh', question.zh],
      ['en', question.en],
      ['kind', t()[question.kind]],
      ['showIf', question.showIf ? conditionInWords(content, question.showIf) : t().always],
      ['stopIfAny', yesNo(question.stopIfAny)],
    ],
  }))

const flagsOf = ({ flags }: SelfTestContent): Named[] =>
  flags.map((flag) => ({
    id: flag.id,
    name: textOf(flag),
    fields: [
      ['zh', flag.zh],
      ['en', flag.en],
      ['minLevel', labelOf(selfTestLevelLabels, flag.minLevel)],
      ['locked', yesNo(flag.locked)],
    ],
  }))

const rulesOf = (content: SelfTestContent): Named[] =>
  content.rules.map((rule) => ({
    id: rule.id,
    name: textOf(rule),
    fields: [
      ['when', conditionInWords(content, rule.when)],
      ['level', labelOf(selfTestLevelLabels, rule.level)],
      ['zh', rule.zh],
      ['en', rule.en],
      ['sources', list(rule.sources, (id) => content.sources.find((one) => one.id === id)?.title ?? id)],
    ],
  }))

const levelsOf = ({ levels }: SelfTestContent): Named[] =>
  levels.map(({ id, floor, width, zh, en }) => ({
    id,
    name: labelOf(selfTestLevelLabels, id),
    fields: [
      ['title', zh.title],
      ['body', zh.body],
      ['en', `${en.title} ${en.body}`],
      ['score', `${floor}～${floor + width}`],
    ],
  }))

const sourcesOf = ({ sources }: SelfTestContent): Named[] =>
  sources.map(({ id, title, use }) => ({
    id,
    name: title,
    fields: [
      ['title', title],
      ['use', use],
    ],
  }))

function between(kind: SelfTestField, before: Named[], after: Named[]): Difference[] {
  const label = textOf(labels[kind])
  const ids = (all: Named[], others: Named[]) =>
    all
      .filter(({ id }) => others.some((one) => one.id === id))
      .map(({ id }) => id)
      .join()
  const found: Difference[] = []
  for (const one of before)
    if (!after.some(({ id }) => id === one.id)) found.push({ what: t().removed(label, one.name) })
  if (ids(before, after) !== ids(after, before)) found.push({ what: t().moved(label) })
  for (const one of after) {
    const former = before.find(({ id }) => id === one.id)
    if (!former) found.push({ what: t().added(label, one.name) })
    else
      one.fields.forEach(([field, value], index) => {
        const was = former.fields[index]![1]
        if (was === value) return
        found.push({ what: t().of(label, former.name, textOf(labels[field])), before: was, after: value })
      })
  }
  return found
}

/** What was changed from one document to another, as staff would say it. */
export function differencesInWords(before: SelfTestContent, after: SelfTestContent): Difference[] {
  const options = after.questions.flatMap((question) => {
    const former = before.questions.find(({ id }) => id === question.id)
    if (!former) return []
    const named = (content: SelfTestContent, options: SelfTestOption[]) =>
      options.map((option) => optionOf(content, option))
    return between('options', named(before, former.options), named(after, question.options))
  })
  const notices = (['always', 'disclaimer', 'audience'] as const).flatMap((part) =>
    (['zh', 'en'] as const)
      .filter((language) => before[part][language] !== after[part][language])
      .map((language) => ({
        what: `${textOf(labels[part])} · ${textOf(labels[language])}`,
        before: before[part][language],
        after: after[part][language],
      })),
  )
  const tests = ({ tests }: SelfTestContent) => JSON.stringify(tests)
  return [
    ...between('questions', questionsOf(before), questionsOf(after)),
    ...options,
    ...between('flags', flagsOf(before), flagsOf(after)),
    ...between('rules', rulesOf(before), rulesOf(after)),
    ...between('levels', levelsOf(before), levelsOf(after)),
    ...notices,
    ...between('sources', sourcesOf(before), sourcesOf(after)),
    ...(tests(before) === tests(after)
      ? []
      : [
          {
            what: textOf(labels.tests),
            before: t().tests(before.tests.length),
            after: t().tests(after.tests.length),
          },
        ]),
  ]
}
