import type { Label } from '@zhenyue/contract/labels'
import { view } from './view.ts'

type Texts = Record<string, string | readonly string[] | ((...values: never[]) => string)>
type Same<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends readonly string[] ? readonly string[] : T[K]
}

/** What a screen says, in both languages. Calling it gives the texts in the language that is chosen now. */
export const words =
  <T extends Texts>(zh: T, en: Same<T>) =>
  (): Same<T> =>
    view().language === 'en' ? en : (zh as Same<T>)

export const inLanguage = (label: Label) => label[view().language]
