import { createStore } from './store.ts'

export type Language = 'zh' | 'en'
export const language = createStore<Language>('zh', 'language')

/** The same words in both languages; the second has to have every key of the first. */
export function i18n<T extends Record<string, unknown>>(zh: T, en: { [K in keyof T]: T[K] }): () => T {
  return () => (language.get() === 'zh' ? zh : en)
}
