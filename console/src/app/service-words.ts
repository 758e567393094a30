import { language, textOf } from './i18n.ts'
import { wordsFor } from './message-words.ts'

const wide: Record<string, string> = { ',': '，', ':': '：', ';': '；', '?': '？', '!': '！' }

/** A message with the punctuation of a page instead of that of the API. */
const punctuated = (message: string) =>
  message.replace(
    /(\p{Script=Han})([,:;?!]) ?(?=\p{Script=Han})/gu,
    (_, before: string, mark: string) => before + wide[mark],
  )

/** What a page says for a message of the service. */
export function inWords(message: string): string {
  const known = wordsFor(message)
  return known ? textOf(known) : punctuated(message)
}

/** What patients are told, which may be other words than those for staff. */
export const asPatientsRead = (message: string) =>
  language.get() === 'zh' ? punctuated(message) : inWords(message)
