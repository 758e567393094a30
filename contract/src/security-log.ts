import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { dateQuery, pageOf, paging } from './query.ts'
import { oneOf, text } from './text.ts'

/** A failed login, a refused permission, a list or record read with whole phone numbers. */
export const securityKinds = ['login.failed', 'permission.refused', 'phones.read'] as const

export const SecurityEvent = z.object({
  /** The beginning of the minute. */
  at: z.string(),
  kind: z.enum(securityKinds),
  /** Empty for a user name that no account has. */
  username: z.string(),
  address: z.string(),
  /** How often in that minute. */
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const SecurityLogQuery = z.object({
  kind: oneOf('kind', securityKinds).optional(),
  username: text({ field: 'username', max: 100 }).optional(),
  address: text({ field: 'address', max: 100 }).optional(),
  startDate: dateQuery('startDate'),
  endDate: dateQuery('endDate'),
  ...paging,
})
export type SecurityLogQuery = z.output<typeof SecurityLogQuery>

export const securityLog = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/security-log',
    auth: 'super',
    summary: '安全日志 · Security log',
    description:
      'Failed logins, refused permissions and reads of whole phone numbers, one row for each minute, address and account; newest first, kept for 180 days.',
    query: SecurityLogQuery,
    data: pageOf(SecurityEvent),
  }),
}
