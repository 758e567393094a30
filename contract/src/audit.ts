import * as z from 'zod'
import { endpoint, idParams } from './endpoint.ts'
import { dateQuery, pageOf, paging } from './query.ts'
import { text } from './text.ts'

export const AuditEntry = z.object({
  number: z.int(),
  at: z.string(),
  /** A user name, or `terminal` for the command line. */
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  address: z.string(),
  /** Each changed field with its value before and after; null once the person was erased. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const exactly = (field: string) => text({ field, max: 100 }).optional()

export const AuditListQuery = z.object({
  actor: exactly('actor'),
  action: exactly('action'),
  target: exactly('target'),
  startDate: dateQuery('startDate'),
  endDate: dateQuery('endDate'),
  ...paging,
})
export type AuditListQuery = z.output<typeof AuditListQuery>

/** What every administrator may see of an entry. */
export const HistoryEntry = AuditEntry.omit({ target: true, address: true })
export type HistoryEntry = z.infer<typeof HistoryEntry>

const history = (path: 'leads' | 'appointments', summary: string) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/admin/${path}/:id/history`,
    auth: 'admin',
    may: `${path}.look`,
    summary,
    description: 'By administrators, newest first, at most 200; also of a record that was deleted.',
    params: idParams,
    data: z.array(HistoryEntry),
  })

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit',
    auth: 'super',
    summary: '审计日志 · Audit log',
    description: 'Who did what to which record, newest first. Filters match exactly; dates are inclusive.',
    query: AuditListQuery,
    data: pageOf(AuditEntry),
  }),
  ofLead: history('leads', '线索变更记录 · What was done to a lead'),
  ofAppointment: history('appointments', '预约变更记录 · What was done to an appointment'),
}
