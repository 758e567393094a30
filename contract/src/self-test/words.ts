import type { SelfTestChoices, SelfTestDocument, SelfTestText } from './document.ts'
import { askedQuestions, evaluateSelfTest, type SelfTestResult } from './engine.ts'

type Language = 'zh' | 'en'

/** Stands where the clinician would be named. */
export const notApproved = {
  zh: '尚未经本院医师审核',
  en: 'not yet approved by a clinician of this hospital',
}

/** Older phones do not know `replaceAll`. */
const fill = (text: string, name: string, value: string) => text.split(`{${name}}`).join(value)

const separators = { zh: '；', en: '; ' }

/** What a patient reads for a result. */
export function resultText(
  document: SelfTestDocument,
  { level, reasons }: SelfTestResult,
  language: Language,
): SelfTestText {
  const { title, body } = document.levels.find(({ id }) => id === level)![language]
  const words = reasons.map((reason) => reason[language]).join(separators[language])
  return { title, body: fill(body, 'reasons', words) }
}

interface Values {
  hospital: string
  /** When it was approved, as people write it. */
  date: string
}

/** The texts `always` and `disclaimer` with their places filled; without approval they say so. */
export function noticeText(
  { version, approvedBy, always, disclaimer }: SelfTestDocument,
  which: 'always' | 'disclaimer',
  { hospital, date }: Values,
  language: Language,
): string {
  const whole = (which === 'always' ? always : disclaimer)[language]
  const text = fill(fill(whole, 'version', version), 'hospital', hospital)
  if (approvedBy) {
    const clinician = [approvedBy.name, approvedBy.title].filter(Boolean).join(' ')
    return fill(fill(text, 'clinician', clinician), 'date', date)
  }
  return text
    .replace(/\{clinician\}\s*审核|approved by \{clinician\}|\{clinician\}/g, notApproved[language])
    .replace(/\{date\}\s*发布，?|published \{date\}, ?|\{date\}/g, '')
}

/** What is sent with a lead. Its score is `total`. */
export function selfTestQuestionnaire(
  document: SelfTestDocument,
  choices: SelfTestChoices,
  createdAt: string,
) {
  const result = evaluateSelfTest(document, choices)
  if (!result) throw new Error('a choice is not of this self-test')
  const answered = askedQuestions(document, choices).filter(({ id }) => choices[id]?.length)
  const indexOf = (id: string) => String(document.questions.findIndex((question) => question.id === id))
  const { level, score, flags, rules, department } = result
  const answers: Record<string, string> = {}
  const questions: Record<string, string> = {}
  const chosen: Record<string, string[]> = {}
  // Older phones do not know `Object.fromEntries`.
  for (const { id, zh, options } of answered) {
    const texts = options.filter((option) => choices[id]!.includes(option.id)).map(({ zh }) => zh)
    answers[indexOf(id)] = texts.join('；')
    questions[indexOf(id)] = zh
    chosen[id] = [...choices[id]!]
  }
  return {
    total: score,
    answers,
    createdAt,
    version: document.version,
    level,
    flags,
    rules,
    department,
    choices: chosen,
    questions,
  }
}
