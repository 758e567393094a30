import {
  selfTestLevels,
  selfTestSums,
  type SelfTestContent,
  type SelfTestQuestion,
  type SelfTestSum,
} from './document.ts'
import type { SelfTestFault } from './safety.ts'

export const maxSelfTestQuestions = 14
export const maxSelfTestOptions = 7

/** What makes a document understandable: its parts name each other rightly, and are all there. */
export function structureFaults(document: SelfTestContent): SelfTestFault[] {
  return [
    ...duplicateFaults(document),
    ...questionFaults(document),
    ...bandFaults(document),
    ...ruleFaults(document),
    ...languageFaults(document),
  ]
}

/** An option may not have the id of a question either: what is kept of answers goes by both. */
function duplicateFaults({ questions, flags, rules, sources }: SelfTestContent): SelfTestFault[] {
  const placed = (of: string, list: { id: string }[]) =>
    list.map(({ id }, index): [string, string] => [id, `${of}.${index}.id`])
  const asked = questions.flatMap(({ options }, at) => placed(`questions.${at}.options`, options))
  const groups = [
    [...placed('questions', questions), ...asked],
    placed('flags', flags),
    placed('rules', rules),
    placed('sources', sources),
  ]
  return groups.flatMap((group) => {
    const ids = group.map(([id]) => id)
    const again = group.filter(([id], index) => ids.indexOf(id) !== index)
    return again.map(([id, path]) => ({ rule: 5, path, message: `编号 ${id} 重复` }))
  })
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

interface Known {
  flags: Set<string>
  options: Set<string>
}

/** What is wrong with a condition, if anything. Only these shapes exist: there is no negation. */
function conditionFault(condition: unknown, known: Known): string | undefined {
  if (typeof condition !== 'object' || condition === null) return '条件格式不正确'
  const parts = condition as Record<string, unknown>
  const listFault = (list: unknown, ids: Set<string>) => {
    if (!Array.isArray(list) || list.length === 0) return '条件格式不正确'
    const unknown = list.find((id) => !ids.has(id as string))
    return unknown === undefined ? undefined : `条件引用了未知的编号 ${String(unknown)}`
  }
  switch (Object.keys(parts).sort().join()) {
    case 'flag':
      return listFault([parts['flag']], known.flags)
    case 'anyFlag':
      return listFault(parts['anyFlag'], known.flags)
    case 'any':
      return listFault(parts['any'], known.options)
    case 'all': {
      const { all } = parts
      if (!Array.isArray(all) || all.length === 0) return '条件格式不正确'
      return all.map((part) => conditionFault(part, known)).find((fault) => fault !== undefined)
    }
    case 'flagsAtLeast,of':
      return isCount(parts['flagsAtLeast']) && parts['flagsAtLeast'] !== 0
        ? listFault(parts['of'], known.flags)
        : '条件格式不正确'
    case 'atLeast,sum':
      return isCount(parts['atLeast']) && selfTestSums.includes(parts['sum'] as SelfTestSum)
        ? undefined
        : '条件格式不正确'
    default:
      return '条件仅支持 flag / anyFlag / any / all / flagsAtLeast / sum 不能用否定'
  }
}

function questionFaults({ questions, flags }: SelfTestContent): SelfTestFault[] {
  const faults: SelfTestFault[] = []
  const fault = (rule: number, path: string, message: string) => faults.push({ rule, path, message })
  const defined = new Set(flags.map(({ id }) => id))
  const before: Known = { flags: new Set(), options: new Set() }
  if (questions.length === 0 || questions.length > maxSelfTestQuestions)
    fault(5, 'questions', `问题需为 1-${maxSelfTestQuestions} 个`)
  for (const [at, question] of questions.entries()) {
    const path = `questions.${at}`
    const hidden = question.showIf && conditionFault(question.showIf, before)
    if (hidden) fault(2, `${path}.showIf`, `${hidden} 只能看前面的问题`)
    optionCounts(question, path, fault)
    for (const [index, option] of question.options.entries()) {
      const of = `${path}.options.${index}`
      if (!isCount(option.points)) fault(2, `${of}.points`, '分值需为非负整数')
      if (!isCount(option.apcs ?? 0)) fault(2, `${of}.apcs`, 'apcs 分值需为非负整数')
      for (const flag of option.flags ?? []) {
        if (!defined.has(flag)) fault(5, `${of}.flags`, `标记 ${flag} 不存在`)
        before.flags.add(flag)
      }
      before.options.add(option.id)
    }
  }
  return faults
}

function optionCounts(
  { kind, options }: SelfTestQuestion,
  path: string,
  fault: (rule: number, path: string, message: string) => void,
) {
  if (options.length === 0 || options.length > maxSelfTestOptions)
    fault(5, `${path}.options`, `选项需为 1-${maxSelfTestOptions} 个`)
  const hasExclusive = options.some(({ only }) => only)
  if (kind === 'many' && !hasExclusive) fault(5, `${path}.options`, '多选题须有一个“都没有”一类的单独选项')
}

function bandFaults({ levels }: SelfTestContent): SelfTestFault[] {
  if (levels.map(({ id }) => id).join() !== selfTestLevels.join())
    return [{ rule: 2, path: 'levels', message: `级别须依次为 ${selfTestLevels.join(' / ')}` }]
  return levels.flatMap(({ floor, width }, index) => {
    const next = levels[index + 1]?.floor ?? 101
    const isRising = isCount(floor) && isCount(width) && floor + width < next
    if (isRising && (index > 0 || floor === 0)) return []
    return [
      { rule: 2, path: `levels.${index}`, message: '各级别的分数段须从 0 起逐级升高 不重叠 不超过 100' },
    ]
  })
}

function ruleFaults({ rules, questions, flags, sources }: SelfTestContent): SelfTestFault[] {
  const known: Known = {
    flags: new Set(flags.map(({ id }) => id)),
    options: new Set(questions.flatMap(({ options }) => options.map(({ id }) => id))),
  }
  const titles = new Set(sources.map(({ id }) => id))
  return rules.flatMap((rule, index) => {
    const path = `rules.${index}`
    const faults: SelfTestFault[] = []
    const wrong = conditionFault(rule.when, known)
    if (wrong) faults.push({ rule: 2, path: `${path}.when`, message: wrong })
    if (rule.sources.length === 0)
      faults.push({ rule: 3, path: `${path}.sources`, message: '规则须写明来源' })
    const unknown = rule.sources.find((id) => !titles.has(id))
    if (unknown !== undefined)
      faults.push({ rule: 3, path: `${path}.sources`, message: `来源 ${unknown} 不存在` })
    return faults
  })
}

/** Every text that people read is there in both languages. */
function languageFaults(document: SelfTestContent): SelfTestFault[] {
  const faults: SelfTestFault[] = []
  const both = (of: { zh: string; en: string }, path: string, rule = 5) => {
    if (!of.zh.trim()) faults.push({ rule, path: `${path}.zh`, message: '中文必填' })
    if (!of.en.trim()) faults.push({ rule, path: `${path}.en`, message: '英文必填' })
  }
  both(document.audience, 'audience')
  both(document.always, 'always')
  both(document.disclaimer, 'disclaimer')
  for (const [at, question] of document.questions.entries()) {
    both(question, `questions.${at}`)
    for (const [index, option] of question.options.entries()) both(option, `questions.${at}.options.${index}`)
  }
  for (const [index, flag] of document.flags.entries()) both(flag, `flags.${index}`)
  for (const [index, rule] of document.rules.entries()) both(rule, `rules.${index}`, 3)
  for (const [index, { zh, en }] of document.levels.entries()) {
    for (const [language, text] of Object.entries({ zh, en })) {
      for (const part of ['title', 'body'] as const) {
        const isThere = text[part].trim() !== ''
        const path = `levels.${index}.${language}.${part}`
        if (!isThere) faults.push({ rule: 5, path, message: language === 'zh' ? '中文必填' : '英文必填' })
      }
    }
  }
  return faults
}
