import * as z from 'zod'

/**
 * A list of at most so many items. Counted before any of them is looked at: zod finds every fault of every item,
 * and a body of a few megabytes can hold a million.
 */
export const listOf = <T extends z.ZodType>(field: string, max: number, item: T, wrong: string) =>
  z.preprocess(
    (value: z.input<T>[], context) => {
      if (!Array.isArray(value) || value.length <= max) return value
      context.addIssue({ code: 'custom', message: `${field} 不超过 ${max} 项` })
      return z.NEVER
    },
    z.array(item, wrong).meta({ maxItems: max }),
  )
