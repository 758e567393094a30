import { type SelfTestCondition, type SelfTestContent, type SelfTestQuestion } from './document.ts'
import { weighSelfTest } from './engine.ts'

type Choices = Record<string, string[]>

/** Always the same numbers, so that a check can be repeated. */
function dice(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48271) % 2147483647) % below
}
type Dice = ReturnType<typeof dice>

const oneOf = <T>(list: readonly T[], roll: Dice): T | undefined => list[roll(list.length)]

/** Worsens answers step by step at random; gives the question of the first step that lowers level or score. */
export function firstLowering(
  document: SelfTestContent,
  steps: number,
  seed = 20260101,
): SelfTestQuestion | undefined {
  const roll = dice(seed)
  for (let done = 0; done < steps;) {
    const { choices, focus } = begin(document, roll)
    let before = weighSelfTest(document, choices)
    for (let walked = 0; walked < 8; walked++, done++) {
      const question = (walked === 0 && oneOf(focus, roll)) || oneOf(document.questions, roll)!
      if (!worsen(question, choices, roll)) continue
      const after = weighSelfTest(document, choices)
      if (after.rank < before.rank || after.score < before.score) return question
      before = after
    }
  }
  return undefined
}

/** Answers to begin with. Every other time they fulfil a rule, as few random ones meet a rule of many parts. */
function begin(document: SelfTestContent, roll: Dice): { choices: Choices; focus: SelfTestQuestion[] } {
  const choices: Choices = {}
  const chance = oneOf([2, 4, 12], roll)!
  for (const [index, { id, kind, options }] of document.questions.entries()) {
    const alone = options.filter(({ only }) => only)
    // Those in an emergency are asked nothing more.
    const isCalm = index === 0 && roll(10) > 0
    const several = isCalm ? [] : options.filter(({ only }) => !only && roll(chance) === 0)
    const chosen =
      kind === 'many' && several.length > 0 ? several : [oneOf(kind === 'many' ? alone : options, roll)!]
    choices[id] = chosen.map((option) => option.id)
  }
  const rule = roll(2) === 0 ? undefined : oneOf(document.rules, roll)
  const focus = rule ? fulfil(document, rule.when, choices, roll) : []
  return { choices, focus }
}

/** Chooses what a condition asks for; gives the questions it chose in. */
function fulfil(
  document: SelfTestContent,
  condition: SelfTestCondition,
  choices: Choices,
  roll: Dice,
): SelfTestQuestion[] {
  if ('all' in condition) return condition.all.flatMap((part) => fulfil(document, part, choices, roll))
  if ('sum' in condition) return []
  const flags = 'flag' in condition ? [condition.flag] : 'anyFlag' in condition ? condition.anyFlag : []
  const wanted =
    'any' in condition
      ? [oneOf(condition.any, roll)!]
      : 'of' in condition
        ? condition.of.flatMap((flag) => carriers(document, flag)).filter(() => roll(2) === 0)
        : [
            oneOf(
              flags.flatMap((flag) => carriers(document, flag)),
              roll,
            ),
          ]
  return document.questions.filter((question) => {
    const option = question.options.find(({ id }) => wanted.includes(id))
    if (!option) return false
    const isAlone = question.kind === 'one' || option.only
    const others = isAlone ? [] : withoutExclusive(question, choices[question.id]!)
    choices[question.id] = [...new Set([...others, option.id])]
    return true
  })
}

const carriers = ({ questions }: SelfTestContent, flag: string) =>
  questions.flatMap(({ options }) => options.filter(({ flags }) => flags?.includes(flag)).map(({ id }) => id))

const withoutExclusive = ({ options }: SelfTestQuestion, chosen: string[]) =>
  chosen.filter((id) => !options.find((option) => option.id === id)!.only)

/** More points in a question of one, one more option in a question of many; false where there is nothing worse. */
function worsen(question: SelfTestQuestion, choices: Choices, roll: Dice): boolean {
  const { id, kind, options } = question
  const chosen = choices[id]!
  if (kind === 'one') {
    const points = options.find((option) => option.id === chosen[0])!.points
    const worse = oneOf(
      options.filter((option) => option.points > points),
      roll,
    )
    if (worse) choices[id] = [worse.id]
    return worse !== undefined
  }
  const more = oneOf(
    options.filter((option) => !option.only && !chosen.includes(option.id)),
    roll,
  )
  if (more) choices[id] = [...withoutExclusive(question, chosen), more.id]
  return more !== undefined
}
