import type { Label } from '../labels.ts'

// The self-test of earlier releases, whose answers stand in leads of that time. Free of zod.

/** What a doctor should look at, however few other complaints there are. */
export const flagLabels = {
  dark: { zh: '大便发黑', en: 'black stool' },
  bleed: { zh: '便血', en: 'bleeding' },
  weight: { zh: '体重下降', en: 'weight loss' },
  family: { zh: '家人得过胃癌或肠癌', en: 'stomach or bowel cancer in the family' },
  prolapse: { zh: '肛门有东西脱出或经常疼痛', en: 'something coming out of the anus, or frequent pain' },
  analPain: { zh: '排便时疼痛', en: 'pain when passing stool' },
  bellyPain: { zh: '上腹经常疼痛或不适', en: 'frequent pain or discomfort in the upper belly' },
  habit: { zh: '大便习惯持续改变', en: 'a lasting change of bowel habits' },
} satisfies Record<string, Label>
export type Flag = keyof typeof flagLabels

type Level = 'none' | 'routine' | 'soon' | 'urgent'

export const levelLabels: Record<Level, Label> = {
  none: { zh: '自测不能排除疾病', en: 'A self-test cannot rule out illness' },
  routine: { zh: '建议找时间看看医生', en: 'Plan a visit to a doctor' },
  soon: { zh: '请在两周内看医生', en: 'See a doctor within two weeks' },
  urgent: { zh: '请今天就去看医生', en: 'See a doctor today' },
}

interface Answer extends Label {
  points: number
  flag?: Flag
  /** What earlier releases said, as it stands in leads of that time. */
  formerly?: string
}

interface Question extends Label {
  answers: readonly Answer[]
}

const howOften: readonly Answer[] = [
  { zh: '没有', en: 'Never', points: 0 },
  { zh: '偶尔', en: 'Now and then', points: 1 },
  { zh: '每周几次', en: 'Several times a week', points: 2 },
  { zh: '几乎每天', en: 'Almost every day', points: 3 },
]

/** What staff read is the Chinese. */
export const questions: readonly Question[] = [
  {
    zh: '最近一个月，您有没有上腹部疼痛、胀满或烧灼感？',
    en: 'In the last month, have you had pain, fullness or burning in the upper belly?',
    answers: howOften.map((answer) => (answer.points > 1 ? { ...answer, flag: 'bellyPain' } : answer)),
  },
  {
    zh: '最近一个月，您有没有反酸、烧心或打嗝？',
    en: 'In the last month, have you had acid reflux, heartburn or belching?',
    answers: howOften,
  },
  {
    zh: '最近一个月，您有没有恶心、呕吐或吃一点就饱？',
    en: 'In the last month, have you felt sick, vomited, or felt full after eating little?',
    answers: howOften,
  },
  {
    zh: '您的大便习惯最近有没有变化（变稀、变硬或次数改变）？',
    en: 'Have your bowel habits changed lately (looser, harder, more or less often)?',
    answers: [
      { zh: '没有变化', en: 'No change', points: 0 },
      { zh: '偶尔有变化', en: 'Now and then', points: 1 },
      { zh: '持续两周左右', en: 'For about two weeks', points: 2 },
      { zh: '持续一个月以上', en: 'For over a month', points: 3, flag: 'habit' },
    ],
  },
  {
    zh: '您有没有排便费力、排不干净的感觉？',
    en: 'Do you have to strain, or feel that you are not finished?',
    answers: howOften,
  },
  {
    zh: '您的大便里或卫生纸上有没有血？',
    en: 'Have you seen blood in the stool or on the paper?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      {
        zh: '卫生纸上偶尔有少量鲜血',
        en: 'A little fresh blood on the paper now and then',
        points: 2,
        flag: 'bleed',
        formerly: '手纸上偶尔有少量鲜血',
      },
      { zh: '大便带血或滴血', en: 'Blood in the stool, or dripping', points: 3, flag: 'bleed' },
      { zh: '大便发黑像柏油', en: 'Black stool like tar', points: 3, flag: 'dark' },
    ],
  },
  {
    zh: '您的肛门有没有疼痛、瘙痒或有东西脱出？',
    en: 'Do you have pain or itching at the anus, or something coming out?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '偶尔瘙痒或不适', en: 'Itching or discomfort now and then', points: 1 },
      { zh: '排便时疼痛', en: 'Pain when passing stool', points: 2, flag: 'analPain' },
      {
        zh: '有东西脱出，或经常疼痛',
        en: 'Something comes out, or frequent pain',
        points: 3,
        flag: 'prolapse',
        formerly: '有东西脱出,或经常疼痛',
      },
    ],
  },
  {
    zh: '最近三个月，您的体重有没有不明原因地下降？',
    en: 'In the last three months, have you lost weight without a reason?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      {
        zh: '瘦了不到 3 公斤（6 斤）',
        en: 'Less than 3 kg',
        points: 1,
        flag: 'weight',
        formerly: '轻了不到 3 公斤',
      },
      {
        zh: '瘦了 3～5 公斤（6～10 斤）',
        en: '3 to 5 kg',
        points: 2,
        flag: 'weight',
        formerly: '轻了 3 到 5 公斤',
      },
      {
        zh: '瘦了 5 公斤（10 斤）以上',
        en: 'More than 5 kg',
        points: 3,
        flag: 'weight',
        formerly: '轻了 5 公斤以上',
      },
    ],
  },
  {
    zh: '您的父母、兄弟姐妹或子女中，有没有人得过胃癌或肠癌？',
    en: 'Has a parent, sibling or child of yours had stomach or bowel cancer?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '不清楚', en: 'I do not know', points: 1 },
      { zh: '有', en: 'Yes', points: 3, flag: 'family' },
    ],
  },
  {
    zh: '这些不舒服有没有影响您的睡眠、吃饭或工作？',
    en: 'Does the trouble disturb your sleep, meals or work?',
    answers: [
      { zh: '没有', en: 'Not at all', points: 0 },
      { zh: '有一点', en: 'A little', points: 1 },
      { zh: '影响比较大', en: 'Quite a bit', points: 2 },
      { zh: '影响很大', en: 'Very much', points: 3 },
    ],
  },
]

/** The chosen answer of each question, by their numbers from 0. */
type Chosen = Record<string, number>

const answersOf = (chosen: Chosen) =>
  questions.map(({ answers }, index) => answers[chosen[String(index)] ?? -1])

const most = questions.reduce((sum, { answers }) => sum + Math.max(...answers.map(({ points }) => points)), 0)

/** A whole number from 0 to 100, the higher the more complaints. For staff: a low one may stand beside a flag. */
function scoreOf(chosen: Chosen): number {
  const points = answersOf(chosen).reduce((sum, answer) => sum + (answer?.points ?? 0), 0)
  return Math.round((points * 100) / most)
}

/** In the order of `flagLabels`, the most pressing first. */
export function flagsOf(chosen: Chosen): Flag[] {
  const found = answersOf(chosen).map((answer) => answer?.flag)
  return (Object.keys(flagLabels) as Flag[]).filter((flag) => found.includes(flag))
}

export function levelOf(chosen: Chosen): Level {
  const flags = flagsOf(chosen)
  const score = scoreOf(chosen)
  if (flags.includes('dark')) return 'urgent'
  if (flags.length > 0 || score >= 50) return 'soon'
  return score >= 20 ? 'routine' : 'none'
}

/** From the answers of a lead; texts that are not known are left out. */
export function chosenFrom(answers: Record<string, unknown>): Chosen {
  const found = questions.map(({ answers: known }, index) => {
    const text = answers[String(index)]
    const isText = (known: string | undefined) => known !== undefined && known === text
    return [String(index), known.findIndex(({ zh, formerly }) => isText(zh) || isText(formerly))] as const
  })
  return Object.fromEntries(found.filter(([, choice]) => choice >= 0))
}
