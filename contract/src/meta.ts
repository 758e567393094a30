import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import type { Label } from './labels.ts'
import { limits } from './limits.ts'
import { appointmentStatuses, dayParts, departments, leadSources } from './rules.ts'

/** The values of a field in their order, with what people read for them. */
const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.object({ value: z.enum(values), zh: z.string(), en: z.string() }))

export const labelled = <T extends string>(values: readonly T[], labels: Record<T, Label>) =>
  values.map((value) => ({ value, ...labels[value] }))

/** Whole numbers, as deep as they stand. */
const numbersLike = <T extends object>(example: T): z.ZodType<T> =>
  z.object(
    Object.fromEntries(
      Object.entries(example).map(([name, value]) => [
        name,
        typeof value === 'number' ? z.int() : numbersLike(value as object),
      ]),
    ),
  ) as unknown as z.ZodType<T>

export const Meta = z.object({
  /** Of the service. */
  version: z.string(),
  timeZone: z.string(),
  departments: choices(departments),
  dayParts: choices(dayParts),
  leadSources: choices(leadSources),
  appointmentStatuses: choices(appointmentStatuses),
  /** Where patients have to prove their phone number: nowhere, to list bookings, or to change them too. */
  phoneProof: z.enum(['off', 'list', 'all']),
  /** Whether they have to agree to the privacy policy. */
  consent: z.enum(['optional', 'required']),
  limits: numbersLike(limits),
})
export type Meta = z.infer<typeof Meta>

export const meta = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/meta',
    auth: 'public',
    summary: '服务信息 · What a client has to know',
    description:
      'The version and time zone of the service, the values of fields with their labels in Chinese and English, what patients are asked for, and how much may be sent.',
    data: Meta,
    etag: true,
  }),
}
