import * as z from 'zod'
import { consent } from './consents.ts'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { limits } from './limits.ts'
import {
  booleanQuery,
  dateQuery,
  exportTypes,
  format,
  idsQuery,
  keywordQuery,
  listQuery,
  Masked,
  masked,
  pageOf,
  paging,
  phoneEndQuery,
  phoneQuery,
} from './query.ts'
import { questionnaire } from './questionnaire.ts'
import {
  consentMessages,
  exportMessages,
  leadFaults as faults,
  leadMessages,
  leadOrders,
  leadSources,
  phonePattern,
  staleRecord,
} from './rules.ts'
import { selfTestLevels } from './self-test/document.ts'
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
  phone: z
    .string({ error: ({ input }) => (input == null ? faults.phoneMissing : faults.phone) })
    .min(1, faults.phoneMissing)
    .regex(phonePattern, faults.phone),
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

/** A lead as staff see it. */
export const StaffLead = Lead.extend({ selfTest: LeadSelfTest.optional() })
export type StaffLead = z.infer<typeof StaffLead>
export const LeadDetail = Lead.extend({ selfTest: LeadSelfTestDetail.optional() })
export type LeadDetail = z.infer<typeof LeadDetail>

/** Which leads are meant. */
export const LeadFilter = z.object({
  ids: idsQuery,
  phone: phoneQuery,
  phoneEnd: phoneEndQuery,
  source: source.optional(),
  level: listQuery('level', selfTestLevels),
  keyword: keywordQuery,
  startDate: dateQuery('startDate'),
  endDate: dateQuery('endDate'),
  last24h: booleanQuery('last24h').meta({
    type: 'boolean',
    description: 'With `true`, only those of the last 24 hours',
  }),
  booked: booleanQuery('booked').meta({
    type: 'boolean',
    description: 'Whether their phone number has any appointment',
  }),
})
export type LeadFilter = z.output<typeof LeadFilter>

export const LeadListQuery = LeadFilter.extend({
  order: oneOf('order', leadOrders)
    .default('newest')
    .meta({ type: 'string', enum: [...leadOrders], description: 'Default newest' }),
  ...paging,
  masked,
})
export type LeadListQuery = z.output<typeof LeadListQuery>

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
    limited: true,
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
      'Newest first; `order=score` puts the highest score first, `order=urgency` the most pressing level that the service found. Both dates are inclusive, by local day; the keyword is part of a name.',
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
    query: Masked,
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
