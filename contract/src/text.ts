import * as z from 'zod'
import { limits } from './limits.ts'
import { countsAtMost, isCalendarDate, trimText } from './rules.ts'

const isCleanLine = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text)
const isCleanText = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text)

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
  .pipe(text({ field: 'remark', max: limits.remark, free: true, tooLong: '备注不超过 500 字' }))

export const oneOf = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, `${field} 仅支持:${values.join(' / ')}`)

export const calendarDate = (message: string) =>
  z.string(message).refine(isCalendarDate, message).meta({ format: 'date' })

/** `HH:mm` */
export const clockTime = (message: string) => z.string(message).regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)
