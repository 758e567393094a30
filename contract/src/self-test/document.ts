import type { Label } from '../labels.ts'
import type { Department } from '../rules.ts'

// The self-test as a document: what is asked, and which visit the answers call for. Free of zod.

/** From the least to the most pressing. */
export const selfTestLevels = ['none', 'routine', 'soon', 'urgent', 'emergency'] as const
export type SelfTestLevel = (typeof selfTestLevels)[number]

/** From which level on staff are to call at once: the alarm signs. */
export const isPressing = (level: SelfTestLevel) =>
  selfTestLevels.indexOf(level) >= selfTestLevels.indexOf('soon')

/** For staff, in lists. What patients read stands in the document. */
export const selfTestLevelLabels: Record<SelfTestLevel, Label> = {
  none: { zh: '未见报警信号', en: 'No alarm feature' },
  routine: { zh: '择期就诊', en: 'Plan a visit' },
  soon: { zh: '两周内就诊', en: 'Within two weeks' },
  urgent: { zh: '今明两天就诊', en: 'Today or tomorrow' },
  emergency: { zh: '急诊', en: 'Emergency' },
}

/** Where the answers point to; empty where they point nowhere. */
export const selfTestDepartments = ['肛肠', '胃肠', '急诊', ''] as const
export type SelfTestDepartment = (typeof selfTestDepartments)[number]

/** There is no negation: whatever is added to the answers, what held goes on to hold. */
export type SelfTestCondition =
  | { flag: string }
  | { anyFlag: string[] }
  /** Ids of options. */
  | { any: string[] }
  | { all: SelfTestCondition[] }
  | { flagsAtLeast: number; of: string[] }
  | { sum: SelfTestSum; atLeast: number }

export const selfTestSums = ['apcs', 'points'] as const
export type SelfTestSum = (typeof selfTestSums)[number]

export interface SelfTestOption extends Label {
  id: string
  points: number
  flags?: string[]
  dept?: Department
  /** Points of the Asia-Pacific Colorectal Screening score. */
  apcs?: number
  /** Chosen alone, in a question of `many`. */
  only?: boolean
}

export interface SelfTestQuestion extends Label {
  id: string
  kind: 'one' | 'many'
  /** Looks at the questions before it. */
  showIf?: SelfTestCondition
  /** The test ends here when anything but an exclusive option is chosen. */
  stopIfAny?: boolean
  options: SelfTestOption[]
}

export interface SelfTestFlag extends Label {
  id: string
  minLevel: SelfTestLevel
  locked: boolean
}

export interface SelfTestText {
  title: string
  /** May hold `{reasons}`. */
  body: string
}

export const selfTestTones = ['calm', 'note', 'warn', 'danger'] as const
export type SelfTestTone = (typeof selfTestTones)[number]

/** A level with its band of the score. */
export interface SelfTestBand {
  id: SelfTestLevel
  floor: number
  width: number
  tone: SelfTestTone
  zh: SelfTestText
  en: SelfTestText
}

/** Its words stand in the place of `{reasons}`. */
export interface SelfTestRule extends Label {
  id: string
  level: SelfTestLevel
  when: SelfTestCondition
  /** Ids of sources. */
  sources: string[]
}

export interface SelfTestSource {
  id: string
  title: string
  use: string
}

export interface SelfTestExpectation {
  level: SelfTestLevel
  score: number
  department: SelfTestDepartment
}

/** What certain answers have to give, by the ids of the options. */
export interface SelfTestCase extends SelfTestExpectation {
  choices: string[]
}

export interface Clinician {
  name: string
  title: string
}

/** What staff write; the rest is given by the service. */
export interface SelfTestContent {
  id: string
  audience: Label
  questions: SelfTestQuestion[]
  flags: SelfTestFlag[]
  levels: SelfTestBand[]
  rules: SelfTestRule[]
  sources: SelfTestSource[]
  /** Stands under every result; may hold `{version}` and `{clinician}`. */
  always: Label
  /** May hold `{hospital}`, `{clinician}` and `{date}`. */
  disclaimer: Label
  tests: SelfTestCase[]
}

export interface SelfTestDocument extends SelfTestContent {
  version: string
  status: 'draft' | 'published'
  /** Null until a clinician of the hospital has approved it. */
  approvedBy: Clinician | null
  approvedAt: string | null
}

/** What was chosen: the ids of the options by the id of their question. */
export type SelfTestChoices = Record<string, readonly string[]>
