import * as z from 'zod'
import { limits } from './limits.ts'
import { phonePattern } from './rules.ts'
import { calendarDate, text } from './text.ts'

export const maxLimit = limits.page.max

/** Digits in an address; a client may give the number itself. */
const digits = (message: string, pattern = /^\d+$/): z.ZodType<number, string | number> =>
  z.string(message).regex(pattern, message).transform(Number)
const badLimit = 'limit 需为正整数'
const badOffset = 'offset 需为非负整数'

/** The two parameters of every paged list. A limit over the maximum becomes the maximum. */
export const paging = {
  limit: digits(badLimit)
    .refine((value) => value > 0, badLimit)
    .transform((value) => Math.min(value, maxLimit))
    .default(limits.page.standard)
    .meta({
      type: 'integer',
      minimum: 1,
      description: `Default ${limits.page.standard}; more than ${maxLimit} becomes ${maxLimit}`,
    }),
  offset: digits(badOffset)
    .transform((value) => Math.min(value, Number.MAX_SAFE_INTEGER))
    .default(0)
    .meta({ type: 'integer', minimum: 0, description: 'Default 0' }),
}

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.int(), limit: z.int(), offset: z.int() })

export type Page<T> = { list: T[]; total: number; limit: number; offset: number }

/** Exact match. A malformed number is no fault: it becomes one that nobody has. */
export const phoneQuery = z
  .string()
  .transform((value) => (phonePattern.test(value) ? value : 'none'))
  .optional()
  .meta({ type: 'string', description: 'Exact match' })

const badPhoneEnd = 'phoneEnd 需为 4-10 位数字'
/** The last digits of a phone number, as staff read them beside the stars. */
export const phoneEndQuery = z
  .string(badPhoneEnd)
  .regex(/^\d{4,10}$/, badPhoneEnd)
  .optional()
  .meta({ type: 'string', pattern: '^\\d{4,10}$', description: 'The last 4 to 10 digits of the number' })

const badNumber = 'number 需为正整数'
/** The booking number, exactly. */
export const numberQuery = digits(badNumber, /^[1-9]\d{0,14}$/)
  .optional()
  .meta({ type: 'integer', description: 'The booking number' })

const badIds = `ids 需为 1-${maxLimit} 个编号,以逗号分隔`
/** The records that are meant, by their ids; as many as a page has at most. */
export const idsQuery = z
  .string(badIds)
  .transform((value) => [...new Set(value.split(','))])
  .refine((ids) => ids.length <= maxLimit && ids.every((id) => /^[\w-]{1,64}$/.test(id)), badIds)
  .optional()
  .meta({ type: 'array', items: { type: 'string' }, maxItems: maxLimit, description: 'Only these' })

export const keywordQuery = text({ field: 'keyword', max: 100 })
  .transform((value) => value || undefined)
  .optional()

export const dateQuery = (field: string) => calendarDate(`${field} 需为 YYYY-MM-DD 格式的有效日期`).optional()

/** Of a list, those that are wanted, with commas between them. */
export const listQuery = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z
    .string()
    .transform((value) => [...new Set(value.split(','))] as T[number][])
    .refine(
      (given) => given.every((value) => values.includes(value)),
      `${field} 仅支持:${values.join(' / ')}`,
    )
    .optional()
    .meta({ type: 'array', items: { type: 'string', enum: [...values] } })

export const booleanQuery = (field: string): z.ZodOptional<z.ZodType<boolean, 'true' | 'false' | boolean>> =>
  z
    .enum(['true', 'false'], `${field} 仅支持:true / false`)
    .transform((value) => value === 'true')
    .optional()
    .meta({ type: 'boolean' })

/** For a client that shows numbers masked: whole ones come only by the reads that are written to the audit log. */
export const masked = booleanQuery('masked').meta({
  type: 'boolean',
  description: 'With `true`, phone numbers come as 139****0000',
})
export const Masked = z.object({ masked })

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
export const format = z
  .enum(exportFormats, `format 仅支持:${exportFormats.join(' / ')}`)
  .default('csv')
  .meta({ type: 'string', enum: [...exportFormats], description: 'Default csv' })
