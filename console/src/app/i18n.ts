import type { Label } from '@zhenyue/contract/labels'
import { createStore } from './store.ts'

export type { Label }
export type Language = 'zh' | 'en'
export const language = createStore<Language>('zh', 'language')

/** Texts in both languages; the second has to have every key of the first. */
export function i18n<T extends Record<string, unknown>>(zh: T, en: { [K in keyof T]: T[K] }): () => T {
  return () => (language.get() === 'zh' ? zh : en)
}

/** `甲、乙` and `one, two`; with `；` where the parts have commas themselves. */
export const joined = (parts: string[], mark: '、' | '；' = '、') =>
  parts.join(language.get() === 'zh' ? mark : mark === '、' ? ', ' : '; ')

/** `王芳（wangfang）` and `Wang Fang (wangfang)`. */
export const bracketed = (text: string, more: string | number) =>
  language.get() === 'zh' ? `${text}（${more}）` : `${text} (${more})`

/** A label in the language that is chosen. */
export const textOf = (label: Label) => label[language.get()]

/** Of labels by value, the text for one value; a value that has none stands for itself. */
export const labelOf = <K extends string>(labels: Record<K, Label>, value: K): string =>
  labels[value] ? textOf(labels[value]) : value
