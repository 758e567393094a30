import * as z from 'zod'
import { jsonBody } from '../endpoint.ts'
import { listOf } from '../list.ts'
import { departments } from '../rules.ts'
import { text } from '../text.ts'
import { selfTestDepartments, selfTestLevels, selfTestTones, type SelfTestCondition } from './document.ts'

// The shape of the document. Whether it is safe is told by its faults, so that a draft may be kept half done.

const wrong = (section: string) => `${section} 格式不正确`
const line = (section: string) =>
  text({
    field: section,
    max: 500,
    missing: wrong(section),
    tooLong: `${section} 的文字不超过 500 字`,
    free: true,
  })
const both = (section: string) => ({ zh: line(section), en: line(section) })
const id = (section: string) => z.string(wrong(section)).regex(/^[A-Za-z][\w-]{0,39}$/, wrong(section))
const ids = (section: string) => listOf(section, 50, id(section), wrong(section))
const level = (section: string) => z.enum(selfTestLevels, wrong(section))

const most = { depth: 8, parts: 300 }

/** Walks level by level, not by recursion: how deep it goes is the sender's choice. */
function isSmallObject(value: unknown): value is SelfTestCondition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  let parts = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.length
    if (depth > most.depth || parts > most.parts) return false
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  }
  return true
}

const condition = (section: string) =>
  z.custom<SelfTestCondition>(isSmallObject, wrong(section)).meta({
    type: 'object',
    description: 'flag, anyFlag, any, all, flagsAtLeast with of, or sum with atLeast',
  })

const option = z.object(
  {
    id: id('questions'),
    ...both('questions'),
    points: z.number(wrong('questions')),
    flags: ids('questions').optional(),
    dept: z.enum(departments, wrong('questions')).optional(),
    apcs: z.number(wrong('questions')).optional(),
    only: z.boolean(wrong('questions')).optional(),
  },
  wrong('questions'),
)

const question = z.object(
  {
    id: id('questions'),
    kind: z.enum(['one', 'many'], wrong('questions')),
    showIf: condition('questions').optional(),
    stopIfAny: z.boolean(wrong('questions')).optional(),
    ...both('questions'),
    options: listOf('options', 30, option, wrong('questions')),
  },
  wrong('questions'),
)

const band = z.object(
  {
    id: level('levels'),
    floor: z.number(wrong('levels')),
    width: z.number(wrong('levels')),
    tone: z.enum(selfTestTones, wrong('levels')),
    zh: z.object({ title: line('levels'), body: line('levels') }, wrong('levels')),
    en: z.object({ title: line('levels'), body: line('levels') }, wrong('levels')),
  },
  wrong('levels'),
)

const rule = z.object(
  {
    id: id('rules'),
    level: level('rules'),
    when: condition('rules'),
    ...both('rules'),
    sources: ids('rules'),
  },
  wrong('rules'),
)

const flag = z.object(
  { id: id('flags'), minLevel: level('flags'), locked: z.boolean(wrong('flags')), ...both('flags') },
  wrong('flags'),
)

const source = z.object({ id: id('sources'), title: line('sources'), use: line('sources') }, wrong('sources'))

const expected = (section: string) => ({
  level: level(section),
  score: z.number(wrong(section)),
  department: z.enum(selfTestDepartments, wrong(section)),
})
const testCase = z.object({ choices: ids('tests'), ...expected('tests') }, wrong('tests'))

/** What staff write. Version, state and approval are given by the service, and ignored here. */
export const SelfTestBody = jsonBody({
  id: id('id'),
  audience: z.object(both('audience'), wrong('audience')),
  questions: listOf('questions', 50, question, wrong('questions')),
  flags: listOf('flags', 50, flag, wrong('flags')),
  levels: listOf('levels', 10, band, wrong('levels')),
  rules: listOf('rules', 100, rule, wrong('rules')),
  sources: listOf('sources', 50, source, wrong('sources')),
  always: z.object(both('always'), wrong('always')),
  disclaimer: z.object(both('disclaimer'), wrong('disclaimer')),
  tests: listOf('tests', 200, testCase, wrong('tests')),
})

/** Who answers for a version. */
export const ApprovedBy = z.object(
  {
    name: text({ field: 'name', max: 20, required: true, missing: '审核医师姓名必填' }),
    title: text({ field: 'title', max: 50, required: true, missing: '审核医师职称必填' }),
  },
  'approvedBy 必填且为对象',
)

export const SelfTest = SelfTestBody.extend({
  version: z.string(),
  status: z.enum(['draft', 'published']),
  approvedBy: ApprovedBy.nullable(),
  approvedAt: z.string().nullable(),
})

export const Expectation = z.object(expected('tests'))
