import type { SelfTestCondition, SelfTestContent } from '@zhenyue/contract/self-test/document'
import { selfTestLevelLabels } from '@zhenyue/contract/self-test/document'
import { i18n, labelOf, textOf } from '../../app/i18n.ts'

const t = i18n(
  {
    quoted: (name: string) => `“${name}”`,
    or: '或',
    and: '，并且',
    chosen: (names: string) => `选了${names}`,
    flagged: (names: string) => `有${names}`,
    atLeast: (count: number, names: string) => `在${names}中至少有 ${count} 种`,
    points: (count: number) => `分值合计达到 ${count} 分`,
    apcs: (count: number) => `亚太筛查评分合计达到 ${count} 分`,
    nothing: '（还没有选）',
    unknown: '（条件看不懂，请重新设置）',
    rule: (condition: string, level: string) => `如果${condition}，则为“${level}”`,
  },
  {
    quoted: (name) => `“${name}”`,
    or: ' or ',
    and: ', and ',
    chosen: (names) => `${names} is chosen`,
    flagged: (names) => `there is ${names}`,
    atLeast: (count, names) => `there are at least ${count} of ${names}`,
    points: (count) => `the points add up to ${count}`,
    apcs: (count) => `the APCS points add up to ${count}`,
    nothing: '(nothing chosen yet)',
    unknown: '(a condition that cannot be read; please set it anew)',
    rule: (condition, level) => `If ${condition}, then “${level}”`,
  },
)

/** An option, question or flag in the words of the document; an id that is not known stands for itself. */
export function nameIn({ questions, flags }: SelfTestContent, id: string): string {
  const options = questions.flatMap((question) => question.options)
  const found = [...options, ...flags, ...questions].find((one) => one.id === id)
  return (found && textOf(found)) || id
}

export const flagIn = ({ flags }: SelfTestContent, id: string) => {
  const found = flags.find((flag) => flag.id === id)
  return (found && textOf(found)) || id
}

/** A condition as one says it. */
export function conditionInWords(content: SelfTestContent, condition: SelfTestCondition): string {
  const list = (ids: unknown, name: (content: SelfTestContent, id: string) => string) => {
    if (!Array.isArray(ids)) return t().unknown
    return ids.map((id) => t().quoted(name(content, String(id)))).join(t().or) || t().nothing
  }
  if ('flag' in condition) return t().flagged(list([condition.flag], flagIn))
  if ('anyFlag' in condition) return t().flagged(list(condition.anyFlag, flagIn))
  if ('any' in condition) return t().chosen(list(condition.any, nameIn))
  if ('of' in condition) return t().atLeast(condition.flagsAtLeast, list(condition.of, flagIn))
  if ('sum' in condition)
    return condition.sum === 'apcs' ? t().apcs(condition.atLeast) : t().points(condition.atLeast)
  if (!('all' in condition) || !Array.isArray(condition.all)) return t().unknown
  return condition.all.map((part) => conditionInWords(content, part)).join(t().and) || t().nothing
}

export const ruleInWords = (
  content: SelfTestContent,
  { when, level }: SelfTestContent['rules'][number],
): string => t().rule(conditionInWords(content, when), labelOf(selfTestLevelLabels, level))
