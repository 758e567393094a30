/** A choice and the points it counts. */
interface Answer {
  zh: string
  en: string
  points: number
  /** Whatever the score, a doctor should look at this soon. */
  soon?: boolean
}

interface Question {
  zh: string
  en: string
  answers: readonly Answer[]
}

const howOften: readonly Answer[] = [
  { zh: '没有', en: 'Never', points: 0 },
  { zh: '偶尔', en: 'Now and then', points: 1 },
  { zh: '每周几次', en: 'Several times a week', points: 2 },
  { zh: '几乎每天', en: 'Almost every day', points: 3 },
]

/** The self-test: what is asked, and what each answer counts. What staff read is the Chinese. */
export const questions: readonly Question[] = [
  {
    zh: '最近一个月,您有没有上腹部疼痛、胀满或烧灼感?',
    en: 'In the last month, have you had pain, fullness or burning in the upper belly?',
    answers: howOften,
  },
  {
    zh: '最近一个月,您有没有反酸、烧心或嗳气?',
    en: 'In the last month, have you had acid reflux, heartburn or belching?',
    answers: howOften,
  },
  {
    zh: '最近一个月,您有没有恶心、呕吐或吃一点就饱?',
    en: 'In the last month, have you felt sick, vomited, or felt full after eating little?',
    answers: howOften,
  },
  {
    zh: '您的大便习惯最近有没有变化(变稀、变硬或次数改变)?',
    en: 'Have your bowel habits changed lately (looser, harder, more or less often)?',
    answers: [
      { zh: '没有变化', en: 'No change', points: 0 },
      { zh: '偶尔有变化', en: 'Now and then', points: 1 },
      { zh: '持续两周左右', en: 'For about two weeks', points: 2 },
      { zh: '持续一个月以上', en: 'For over a month', points: 3, soon: true },
    ],
  },
  {
    zh: '您有没有排便费力、排不干净的感觉?',
    en: 'Do you have to strain, or feel that you are not finished?',
    answers: howOften,
  },
  {
    zh: '您的大便里或手纸上有没有血?',
    en: 'Have you seen blood in the stool or on the paper?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '手纸上偶尔有少量鲜血', en: 'A little fresh blood on the paper now and then', points: 2 },
      { zh: '大便带血或滴血', en: 'Blood in the stool, or dripping', points: 3, soon: true },
      { zh: '大便发黑像柏油', en: 'Black stool like tar', points: 3, soon: true },
    ],
  },
  {
    zh: '您的肛门有没有疼痛、瘙痒或有东西脱出?',
    en: 'Do you have pain or itching at the anus, or something coming out?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '偶尔瘙痒或不适', en: 'Itching or discomfort now and then', points: 1 },
      { zh: '排便时疼痛', en: 'Pain when passing stool', points: 2 },
      { zh: '有东西脱出,或经常疼痛', en: 'Something comes out, or frequent pain', points: 3 },
    ],
  },
  {
    zh: '最近三个月,您的体重有没有不明原因地下降?',
    en: 'In the last three months, have you lost weight without a reason?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '轻了不到 3 公斤', en: 'Less than 3 kg', points: 1 },
      { zh: '轻了 3 到 5 公斤', en: '3 to 5 kg', points: 2, soon: true },
      { zh: '轻了 5 公斤以上', en: 'More than 5 kg', points: 3, soon: true },
    ],
  },
  {
    zh: '您的父母、兄弟姐妹或子女中,有没有人得过胃癌或肠癌?',
    en: 'Has a parent, sibling or child of yours had stomach or bowel cancer?',
    answers: [
      { zh: '没有', en: 'No', points: 0 },
      { zh: '不清楚', en: 'I do not know', points: 1 },
      { zh: '有', en: 'Yes', points: 3 },
    ],
  },
  {
    zh: '这些不舒服有没有影响您的睡眠、吃饭或工作?',
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
export type Chosen = Record<string, number>

const answersOf = (chosen: Chosen) =>
  questions.map(({ answers }, index) => answers[chosen[String(index)] ?? -1])

export const isComplete = (chosen: Chosen) => answersOf(chosen).every(Boolean)

const most = questions.reduce((sum, { answers }) => sum + Math.max(...answers.map(({ points }) => points)), 0)

/** A whole number from 0, no complaints, to 100. */
export function scoreOf(chosen: Chosen): number {
  const points = answersOf(chosen).reduce((sum, answer) => sum + (answer?.points ?? 0), 0)
  return Math.round((points * 100) / most)
}

export type Level = 'calm' | 'watch' | 'visit' | 'soon'

export function levelOf(chosen: Chosen): Level {
  if (answersOf(chosen).some((answer) => answer?.soon)) return 'soon'
  const score = scoreOf(chosen)
  return score >= 50 ? 'visit' : score >= 20 ? 'watch' : 'calm'
}

/** What the hospital gets to read, in the shape that the interface gives it. */
export const questionnaireOf = (chosen: Chosen, createdAt: string) => ({
  total: scoreOf(chosen),
  answers: Object.fromEntries(answersOf(chosen).map((answer, index) => [String(index), answer?.zh ?? ''])),
  createdAt,
})
