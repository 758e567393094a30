import type { Label } from '../labels.ts'
import type { Department } from '../rules.ts'
import {
  selfTestLevels,
  type SelfTestChoices,
  type SelfTestCondition,
  type SelfTestDepartment,
  type SelfTestContent,
  type SelfTestLevel,
  type SelfTestOption,
  type SelfTestQuestion,
  type SelfTestSum,
} from './document.ts'

export interface SelfTestResult {
  level: SelfTestLevel
  /** Of the level's band; for staff, never shown to patients. */
  score: number
  /** Ids, in the order of the document. */
  flags: string[]
  /** The ids of all rules that match. */
  rules: string[]
  department: SelfTestDepartment
  /** The words of the rules that gave the level. */
  reasons: Label[]
}

/** What the answers amount to so far. They are few: lists are quicker than sets. */
class Tally {
  readonly options: string[] = []
  readonly flags: string[] = []
  readonly sums: Record<SelfTestSum, number> = { apcs: 0, points: 0 }
  readonly byDepartment: Record<Department, number> = { 肛肠: 0, 胃肠: 0 }

  add({ id, flags, points, apcs = 0, dept }: SelfTestOption) {
    this.options.push(id)
    if (flags) for (const flag of flags) if (!this.flags.includes(flag)) this.flags.push(flag)
    this.sums.points += points
    this.sums.apcs += apcs
    if (dept) this.byDepartment[dept] += points
  }
}

function holds(condition: SelfTestCondition, tally: Tally): boolean {
  if ('flag' in condition) return tally.flags.includes(condition.flag)
  if ('anyFlag' in condition) return condition.anyFlag.some((flag) => tally.flags.includes(flag))
  if ('any' in condition) return condition.any.some((option) => tally.options.includes(option))
  if ('all' in condition) return condition.all.every((part) => holds(part, tally))
  if ('of' in condition) {
    const count = condition.of.reduce((sum, flag) => sum + (tally.flags.includes(flag) ? 1 : 0), 0)
    return count >= condition.flagsAtLeast
  }
  return tally.sums[condition.sum] >= condition.atLeast
}

/** An id of a question may be that of something every object has. Older phones do not know `Object.hasOwn`. */
const chosenIn = (choices: SelfTestChoices, { id }: SelfTestQuestion): readonly string[] =>
  Object.prototype.hasOwnProperty.call(choices, id) ? choices[id]! : []

/** Goes through the questions as a patient does; what was chosen in hidden ones is left out. */
function ask(document: SelfTestContent, choices: SelfTestChoices) {
  const asked: SelfTestQuestion[] = []
  const tally = new Tally()
  for (const question of document.questions) {
    if (question.showIf && !holds(question.showIf, tally)) continue
    asked.push(question)
    const chosen = chosenIn(choices, question)
    let hasStopped = false
    for (const option of question.options) {
      if (!chosen.includes(option.id)) continue
      tally.add(option)
      if (question.stopIfAny && !option.only) hasStopped = true
    }
    if (hasStopped) break
  }
  return { asked, tally }
}

/** The questions that a patient with these answers sees: those after an answer that ends the test are not among them. */
export const askedQuestions = (document: SelfTestContent, choices: SelfTestChoices): SelfTestQuestion[] =>
  ask(document, choices).asked

/** Whether a patient has answered all that is asked. */
export const isSelfTestComplete = (document: SelfTestContent, choices: SelfTestChoices): boolean =>
  askedQuestions(document, choices).every((question) => chosenIn(choices, question).length > 0)

/** The same option once more takes it back; an exclusive one stands alone. */
export function choose(
  question: SelfTestQuestion,
  chosen: readonly string[],
  option: SelfTestOption,
): string[] {
  if (question.kind === 'one') return [option.id]
  if (chosen.includes(option.id)) return chosen.filter((id) => id !== option.id)
  if (option.only) return [option.id]
  const together = question.options.filter(
    ({ id, only }) => !only && (id === option.id || chosen.includes(id)),
  )
  return together.map(({ id }) => id)
}

function isKnown(document: SelfTestContent, choices: SelfTestChoices): boolean {
  return Object.keys(choices).every((questionId) => {
    const question = document.questions.find(({ id }) => id === questionId)
    return (
      question && choices[questionId]!.every((chosen) => question.options.some(({ id }) => id === chosen))
    )
  })
}

/** What the answers call for; nothing where an id is not of this document. */
export const evaluateSelfTest = (
  document: SelfTestContent,
  choices: SelfTestChoices,
): SelfTestResult | undefined =>
  isKnown(document, choices) ? resultOf(document, ask(document, choices).tally) : undefined

/** What one option calls for by itself, also where its question would be hidden. */
export function resultOfOption(document: SelfTestContent, option: SelfTestOption): SelfTestResult {
  const tally = new Tally()
  tally.add(option)
  return resultOf(document, tally)
}

/** How pressing answers are that are known to be of this document. */
export function weighSelfTest(document: SelfTestContent, choices: SelfTestChoices) {
  const { tally } = ask(document, choices)
  return weigh(document, tally)
}

function weigh({ rules, levels }: SelfTestContent, tally: Tally) {
  let rank = 0
  for (const { level, when } of rules) {
    const own = selfTestLevels.indexOf(level)
    if (own > rank && holds(when, tally)) rank = own
  }
  const level = selfTestLevels[rank]!
  const { floor, width } = levels.find(({ id }) => id === level)!
  return { rank, level, score: floor + Math.min(width, tally.sums.points) }
}

function resultOf(document: SelfTestContent, tally: Tally): SelfTestResult {
  const { level, score } = weigh(document, tally)
  const matched = document.rules.filter(({ when }) => holds(when, tally))
  return {
    level,
    score,
    flags: document.flags.filter(({ id }) => tally.flags.includes(id)).map(({ id }) => id),
    rules: matched.map(({ id }) => id),
    department: level === 'emergency' ? '急诊' : departmentOf(tally),
    reasons: matched.filter((rule) => rule.level === level).map(({ zh, en }) => ({ zh, en })),
  }
}

function departmentOf({ byDepartment: { 肛肠, 胃肠 } }: Tally): SelfTestDepartment {
  if (肛肠 > 胃肠) return '肛肠'
  return 胃肠 > 0 ? '胃肠' : ''
}

/** Choices from the ids of options alone; nothing where one is not known. */
export function choicesOf(document: SelfTestContent, ids: readonly string[]): SelfTestChoices | undefined {
  const choices: Record<string, string[]> = {}
  for (const id of ids) {
    const question = document.questions.find(({ options }) => options.some((option) => option.id === id))
    if (!question) return undefined
    ;(choices[question.id] ??= []).push(id)
  }
  return choices
}
