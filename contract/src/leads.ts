import * as z from 'zod'
import { consent } from './consents.ts'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { phone } from './phone-proofs.ts'
import { leadStages } from './follow-up-rules.ts'
import { LeadDetailQuery, LeadFilter, LeadListQuery } from './lead-filter.ts'
import { limits } from './limits.ts'
import { exportTypes, format, Masked, pageOf } from './query.ts'
import { questionnaire } from './questionnaire.ts'
import {
  consentMessages,
  exportMessages,
  leadFaults as faults,
  leadMessages,
  leadSources,
  staleRecord,
} from './rules.ts'
import { LeadSelfTest, LeadSelfTestDetail } from './self-test/lead.ts'
import { oneOf, remark, text, withDefault } from './text.ts'

const source = oneOf('source', leadSources)
const badScore = 'score 需为 0-100 的整数'

// Key order is the order in which faults are reported.
export const LeadSubmit = jsonBody({
  name: text({
    field: 'name',
    max: limits.name,
    required: true,
    missing: faults.nameMissing,
    tooLong: faults.nameLength,
  }),
  phone,
  symptom: withDefault(
    text({ field: 'symptom', max: limits.symptom, free: true, tooLong: faults.symptom }),
    '',
  ),
  questionnaire,
  source: withDefault(source, 'self-test'),
  score: withDefault(z.int(badScore).min(0, badScore).max(100, badScore), 0),
  consent,
})
export type LeadSubmit = z.output<typeof LeadSubmit>

export const Lead = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  symptom: z.string(),
  questionnaire: z.record(z.string(), z.unknown()),
  source: z.enum(leadSources),
  score: z.int(),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Lead = z.infer<typeof Lead>

/** What is done about a phone number; all of its leads share it. */
export const Follow = z.object({
  /** A user name; empty for nobody. */
  assignee: z.string(),
  stage: z.enum(leadStages),
  /** Empty for none. */
  nextContactAt: z.string(),
  /** The reason; empty where it is open. */
  closed: z.string(),
  contacts: z.int(),
  lastContactAt: z.string(),
  /** The names that leads and bookings of this number have, at most 20. */
  people: z.array(z.string()),
})
export type Follow = z.infer<typeof Follow>

/** A lead as staff see it. */
export const StaffLead = Lead.extend({ selfTest: LeadSelfTest.optional(), follow: Follow.optional() })
export type StaffLead = z.infer<typeof StaffLead>
export const LeadDetail = Lead.extend({
  selfTest: LeadSelfTestDetail.optional(),
  follow: Follow.optional(),
})
export type LeadDetail = z.infer<typeof LeadDetail>

const notFound = { 404: [leadMessages.notFound] }

export const leads = {
  submit: endpoint({
    method: 'POST',
    path: '/api/v1/leads',
    auth: 'public',
    summary: '提交线索 · Submit a lead',
    description: 'One lead is kept for each phone number and source.',
    message: '提交成功',
    body: LeadSubmit,
    data: Lead.pick({ id: true, createdAt: true }),
    refuses: { 400: [leadMessages.duplicate, consentMessages.needed] },
    limited: 'publicWrites',
    idempotent: true,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/v1/leads/stats',
    auth: 'admin',
    may: 'leads.read',
    summary: '线索统计 · Lead statistics',
    description: 'All leads, those of the last 24 hours, and how many came from each source.',
    data: z.object({
      total: z.int(),
      last24h: z.int(),
      bySource: z.record(z.enum(leadSources), z.int()),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads',
    auth: 'admin',
    may: 'leads.read',
    summary: '线索列表 · List leads',
    description:
      'Newest first; `order=score` puts the highest score first, `order=urgency` the most pressing level that the service found, `order=due` whoever is to be contacted next. Both dates are inclusive, by local day; the keyword is part of a name.',
    showsPhones: true,
    query: LeadListQuery,
    data: pageOf(StaffLead),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/export',
    auth: 'admin',
    may: 'manage',
    summary: '导出线索 · Export leads',
    description:
      'Every lead that the filter finds, newest first, with whole phone numbers, as a file for a spreadsheet. Written to the audit log.',
    showsPhones: true,
    query: LeadFilter.extend({ format }),
    stream: Object.values(exportTypes),
    refuses: { 503: [exportMessages.tooMany] },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/:id',
    auth: 'admin',
    may: 'leads.read',
    summary: '线索详情 · Read a lead',
    tagged: true,
    description:
      'The whole lead with its questionnaire, and its ETag. `selfTest` is there for a self-test of a known version.',
    params: idParams,
    query: LeadDetailQuery,
    showsPhones: true,
    data: LeadDetail,
    refuses: notFound,
  }),
  readPhone: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/:id/phone',
    auth: 'admin',
    may: 'leads.phone',
    summary: '查看完整手机号 · Read the phone number of a lead',
    description: 'For a client that shows numbers masked. The read is written to the audit log.',
    params: idParams,
    data: z.object({ phone: z.string() }),
    tellsPhone: true,
    refuses: { ...notFound, 429: [tooMany] },
  }),
  setRemark: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/leads/:id/remark',
    auth: 'admin',
    may: 'leads.work',
    summary: '修改线索备注 · Change the remark of a lead',
    takesIfMatch: true,
    description:
      'An empty string clears the remark. With the ETag of the lead in If-Match only where nobody changed it since.',
    message: '更新成功',
    params: idParams,
    query: Masked,
    body: jsonBody({ remark }),
    data: LeadDetail,
    refuses: { ...notFound, 409: [staleRecord] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/leads/:id',
    auth: 'admin',
    may: 'manage',
    summary: '删除线索 · Delete a lead',
    description: 'Frees the phone number for another submission through the same source.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: notFound,
  }),
}
