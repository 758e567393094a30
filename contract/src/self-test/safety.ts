import {
  selfTestLevels,
  type SelfTestContent,
  type SelfTestExpectation,
  type SelfTestLevel,
} from './document.ts'
import { choicesOf, evaluateSelfTest, resultOfOption } from './engine.ts'
import { structureFaults } from './structure.ts'
import { firstLowering } from './worsening.ts'

// What has to hold before a document may be published, by the numbers of the safety rules:
// 1 locked flags, 2 points and conditions, 3 emergency and words, 4 no reassurance, 5 ids and sizes, 6 tests.

export interface SelfTestFault {
  rule: number
  /** Where it is, such as `questions.3.options.0.points`. */
  path: string
  message: string
}

export interface SelfTestOutcome {
  expected: SelfTestExpectation
  /** Null where the answers are not of this document, or it has parts that cannot be understood. */
  got: SelfTestExpectation | null
}

/** No hospital can lower these. */
export const lockedFlags: Record<string, SelfTestLevel> = {
  emergency: 'emergency',
  dark: 'urgent',
  bleed: 'soon',
  weight: 'soon',
  anaemia: 'soon',
  fobt: 'soon',
  dysphagia: 'soon',
  mass: 'soon',
}

/** The question that comes first. */
export const emergencyQuestion = 'now'

const reassuring = ['没有问题', '正常', '放心', '健康']
const steps = 3_000
const rankOf = (level: SelfTestLevel) => selfTestLevels.indexOf(level)

/**
 * All faults of a document, and what its own tests give.
 * `earlier` are the versions that patients have seen, the first one first.
 */
export function checkSelfTest(document: SelfTestContent, earlier: SelfTestContent[]) {
  const structure = structureFaults(document)
  const faults = [...structure, ...lockFaults(document, earlier), ...wordFaults(document)]
  faults.push(...idFaults(document, earlier))
  // What cannot be understood cannot be tried either.
  if (structure.length > 0) return { faults, tests: document.tests.map((one) => untried(one)) }
  const tests = runSelfTestCases(document)
  faults.push(...leastLevelFaults(document), ...loweringFaults(document), ...testFaults(tests))
  return { faults, tests }
}

const expectedIn = ({ level, score, department }: SelfTestExpectation) => ({ level, score, department })
const untried = (one: SelfTestExpectation): SelfTestOutcome => ({ expected: expectedIn(one), got: null })

const isFlagged = (flags: string[] | undefined, flag: string) => flags?.includes(flag) ?? false

function lockFaults({ flags, questions }: SelfTestContent, earlier: SelfTestContent[]): SelfTestFault[] {
  const faults: SelfTestFault[] = []
  const fault = (path: string, message: string) => faults.push({ rule: 1, path, message })
  for (const [id, least] of Object.entries(lockedFlags)) {
    const index = flags.findIndex((flag) => flag.id === id)
    const flag = flags[index]
    if (!flag) fault('flags', `锁定的标记 ${id} 不能删除`)
    else if (!flag.locked) fault(`flags.${index}.locked`, `标记 ${id} 不能解除锁定`)
    else if (rankOf(flag.minLevel) < rankOf(least))
      fault(`flags.${index}.minLevel`, `标记 ${id} 的最低级别不能低于 ${least}`)
  }
  // Without its flag an option would slip from under the lock.
  const carried = earlier.flatMap((document) => document.questions.flatMap(({ options }) => options))
  for (const [at, { options }] of questions.entries()) {
    for (const [index, option] of options.entries()) {
      const lost = Object.keys(lockedFlags).filter(
        (flag) =>
          !isFlagged(option.flags, flag) &&
          carried.some((before) => before.id === option.id && isFlagged(before.flags, flag)),
      )
      for (const flag of lost)
        fault(`questions.${at}.options.${index}.flags`, `选项 ${option.id} 不能去掉锁定的标记 ${flag}`)
    }
  }
  return faults
}

function leastLevelFaults(document: SelfTestContent): SelfTestFault[] {
  const faults: SelfTestFault[] = []
  for (const [at, { options }] of document.questions.entries()) {
    for (const [index, option] of options.entries()) {
      const { level } = resultOfOption(document, option)
      for (const flag of document.flags) {
        if (!isFlagged(option.flags, flag.id)) continue
        const locked = lockedFlags[flag.id]
        const least = Math.max(rankOf(flag.minLevel), locked ? rankOf(locked) : 0)
        if (rankOf(level) >= least) continue
        const message = `选项 ${option.id} 带有标记 ${flag.id} 应至少得到 ${selfTestLevels[least]} 现为 ${level}`
        faults.push({ rule: 1, path: `questions.${at}.options.${index}`, message })
      }
    }
  }
  return faults
}

function wordFaults({ questions, levels, always, disclaimer }: SelfTestContent): SelfTestFault[] {
  const faults: SelfTestFault[] = []
  const demand = (isMet: boolean, rule: number, path: string, message: string) => {
    if (!isMet) faults.push({ rule, path, message })
  }
  const [first] = questions
  const isEmergency =
    first?.id === emergencyQuestion &&
    first.kind === 'many' &&
    first.stopIfAny === true &&
    first.showIf === undefined &&
    first.options.every(({ only, flags }) => only || isFlagged(flags, 'emergency')) &&
    first.options.some(({ only }) => !only)
  demand(isEmergency, 3, 'questions.0', `急症问题 ${emergencyQuestion} 须排在第一题 选中任一项即结束`)
  for (const [index, { id, zh, en }] of levels.entries()) {
    if (id === 'emergency') {
      demand(zh.body.includes('120'), 3, `levels.${index}.zh.body`, '急诊的说明须保留 120')
      demand(en.body.includes('120'), 3, `levels.${index}.en.body`, '急诊的英文说明须保留 120')
    }
    if (id !== 'none') continue
    for (const part of ['title', 'body'] as const) {
      const found = reassuring.filter((words) => zh[part].includes(words))
      demand(found.length === 0, 4, `levels.${index}.zh.${part}`, `不能出现 ${found.join(' ')}`)
    }
  }
  demand(disclaimer.zh.includes('120'), 3, 'disclaimer.zh', '免责说明须保留 120')
  demand(disclaimer.en.includes('120'), 3, 'disclaimer.en', '英文免责说明须保留 120')
  demand(/不(是|构成)诊断/.test(always.zh), 3, 'always.zh', '须说明这不是诊断')
  demand(/\bno(t a)? diagnosis\b/i.test(always.en), 3, 'always.en', '英文须写明 no diagnosis')
  return faults
}

/** Answers in leads go by ids: an id means the same for ever. */
function idFaults({ questions }: SelfTestContent, earlier: SelfTestContent[]): SelfTestFault[] {
  const questionOf = new Map<string, string>()
  const seen = new Set<string>()
  const idsOf = (document: SelfTestContent) =>
    document.questions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)])
  for (const document of earlier) {
    for (const id of idsOf(document)) seen.add(id)
    for (const { id, options } of document.questions)
      for (const option of options) questionOf.set(option.id, id)
  }
  const last = earlier.at(-1)
  const present = new Set(last && idsOf(last))
  const faults: SelfTestFault[] = []
  const check = (id: string, path: string) => {
    if (seen.has(id) && !present.has(id))
      faults.push({ rule: 5, path, message: `编号 ${id} 已被删除 不能再用` })
  }
  for (const [at, question] of questions.entries()) {
    check(question.id, `questions.${at}.id`)
    for (const [index, { id }] of question.options.entries()) {
      const path = `questions.${at}.options.${index}.id`
      check(id, path)
      const home = questionOf.get(id)
      if (home !== undefined && home !== question.id)
        faults.push({ rule: 5, path, message: `选项 ${id} 属于问题 ${home} 不能移到别的问题` })
    }
  }
  return faults
}

function loweringFaults(document: SelfTestContent): SelfTestFault[] {
  const question = firstLowering(document, steps)
  if (!question) return []
  const path = `questions.${document.questions.indexOf(question)}`
  return [{ rule: 2, path, message: `问题 ${question.id} 的回答加重后 结果反而降低` }]
}

/** What the document's own tests give. */
export const runSelfTestCases = (document: SelfTestContent): SelfTestOutcome[] =>
  document.tests.map((one) => {
    const choices = choicesOf(document, one.choices)
    const result = choices && evaluateSelfTest(document, choices)
    return { expected: expectedIn(one), got: result ? expectedIn(result) : null }
  })

function testFaults(tests: SelfTestOutcome[]): SelfTestFault[] {
  return tests.flatMap(({ expected, got }, index) => {
    if (got && JSON.stringify(got) === JSON.stringify(expected)) return []
    const shown = ({ level, score, department }: SelfTestExpectation) =>
      `${level} ${score} ${department}`.trim()
    const message = got
      ? `第 ${index + 1} 个用例应为 ${shown(expected)} 实为 ${shown(got)}`
      : `第 ${index + 1} 个用例含有未知选项`
    return [{ rule: 6, path: `tests.${index}`, message }]
  })
}
