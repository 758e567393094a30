import * as z from 'zod'

export const phonePattern = /^1[3-9]\d{9}$/

const isEdge = (char: string) => /[\s\u200b-\u200d\u2060\ufeff]/.test(char)

/** Strips white space, U+3000 and zero-width characters at both ends. A loop, as a regex would be quadratic. */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isEdge(text[start]!)) start++
  while (end > start && isEdge(text[end - 1]!)) end--
  return text.slice(start, end)
}

const isCleanLine = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
const isCleanText = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text)

export function countsAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true
  if (text.length > max * 2) return false
  return [...text].length <= max
}

export interface TextRule {
  field: string
  max: number
  /** Said for a text over `max` code points. */
  tooLong?: string
  /** Said for a value that is not a string, or is blank where `required`. */
  missing?: string
  required?: boolean
  /** Free text keeps its newlines and tabs. */
  free?: boolean
}

/** A trimmed text without control characters, measured in code points. */
export function text({ field, max, required, free, ...say }: TextRule) {
  const tooLong = say.tooLong ?? `${field} 不超过 ${max} 字`
  const missing = say.missing ?? (required ? `${field} 必填` : tooLong)
  return z
    .string(missing)
    .overwrite((value) => trimText(free ? value.replaceAll('\r\n', '\n') : value))
    .refine((value) => !required || value !== '', missing)
    .refine(free ? isCleanText : isCleanLine, `${field} 含有非法字符`)
    .refine((value) => countsAtMost(value, max), tooLong)
    .meta({ maxLength: max, ...(required && { minLength: 1 }) })
}

/** `null` counts as absent, and an absent value takes the fallback. */
export const withDefault = <T extends z.ZodType>(type: T, fallback: z.output<T>) =>
  type.nullish().transform((value) => (value ?? fallback) as z.output<T>)

/** `null` counts as absent. */
export const maybe = <T extends z.ZodType>(type: T) =>
  type.nullish().transform((value) => (value ?? undefined) as z.output<T> | undefined)

export const remark = z
  .string('备注必填')
  .pipe(text({ field: 'remark', max: 500, free: true, tooLong: '备注不超过 500 字' }))

export const oneOf = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, `${field} 仅支持:${values.join(' / ')}`)

/** A day that exists in the calendar, as `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

export const calendarDate = (message: string) =>
  z.string(message).refine(isCalendarDate, message).meta({ format: 'date' })
