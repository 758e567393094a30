import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import {
  closeReasons,
  contactChannels,
  contactOutcomes,
  followUpMessages as say,
  funnelGroups,
  mostClaimed,
} from './follow-up-rules.ts'
import { Follow, StaffLead } from './leads.ts'
import { dateQuery, Masked } from './query.ts'
import { isCalendarDate, leadMessages } from './rules.ts'
import { maybe, oneOf, text, withDefault } from './text.ts'

const badMoment = 'nextContactAt 需为 YYYY-MM-DD HH:mm:ss 格式的有效时间'
const moment = z
  .string(badMoment)
  .regex(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, badMoment)
  .refine((value) => isCalendarDate(value.slice(0, 10)), badMoment)

export const ContactBody = jsonBody({
  channel: oneOf('channel', contactChannels),
  outcome: oneOf('outcome', contactOutcomes),
  note: withDefault(text({ field: 'note', max: 500, free: true }), ''),
  nextContactAt: maybe(moment),
  close: maybe(oneOf('close', closeReasons)),
})
  .refine(({ nextContactAt, close }) => nextContactAt || close, say.nextOrClose)
  .refine(({ nextContactAt, close }) => !(nextContactAt && close), say.nextAndClose)
export type ContactBody = z.output<typeof ContactBody>

export const Contact = z.object({
  id: z.string(),
  at: z.string(),
  /** The user name of whoever made it. */
  by: z.string(),
  channel: z.enum(contactChannels),
  outcome: z.enum(contactOutcomes),
  note: z.string(),
})
export type Contact = z.infer<typeof Contact>

export const Assignee = z.object({ username: z.string(), nickname: z.string() })
export type Assignee = z.infer<typeof Assignee>

const badCount = `count 需为 1-${mostClaimed} 的整数`
const Followed = z.object({ id: z.string(), follow: Follow })
const gone = { 404: [leadMessages.notFound] }

export const followUp = {
  contacts: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/:id/contacts',
    auth: 'admin',
    may: 'leads.look',
    summary: '联系记录 · List contacts',
    description: 'Every contact with the phone number of this lead, newest first, at most 200.',
    params: idParams,
    data: z.array(Contact),
    refuses: gone,
  }),
  addContact: endpoint({
    method: 'POST',
    path: '/api/v1/admin/leads/:id/contacts',
    auth: 'admin',
    may: 'leads.work',
    summary: '记录联系 · Record a contact',
    description:
      'Contacts are only ever added. Either when to contact next or why to close is required; a next contact in the past is overdue at once. `do-not-call` stops every message to that phone but those of its own bookings.',
    message: say.recorded,
    params: idParams,
    body: ContactBody,
    data: Contact.extend({ follow: Follow }),
    refuses: { 400: [say.nextOrClose, say.nextAndClose], ...gone, 409: [say.isClosed] },
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/leads/:id/assignee',
    auth: 'admin',
    may: 'leads.work',
    summary: '分配线索 · Assign a lead',
    description:
      'All leads of the phone number go to that account; an empty name gives them back. Without the permission `manage` one may only take what is nobody’s, and give back one’s own.',
    message: say.assigned,
    params: idParams,
    body: jsonBody({ username: text({ field: 'username', max: 64 }) }),
    data: Followed,
    refuses: { 400: [say.unknownAssignee], ...gone },
  }),
  assignees: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/assignees',
    auth: 'admin',
    may: 'leads.read',
    summary: '可跟进线索的成员 · Who can follow up leads',
    description: 'The enabled accounts whose role works with leads, by user name.',
    data: z.array(Assignee),
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/v1/admin/leads/claim',
    auth: 'admin',
    may: 'leads.work',
    summary: '领取线索 · Claim leads',
    description:
      'Gives the caller up to `count` open phone numbers that are nobody’s, highest score first, then oldest. Two who claim at once never get the same.',
    message: say.claimed,
    query: Masked,
    showsPhones: true,
    body: jsonBody({ count: z.int(badCount).min(1, badCount).max(mostClaimed, badCount) }),
    data: z.object({ list: z.array(StaffLead) }),
  }),
  reopen: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/leads/:id/reopen',
    auth: 'admin',
    may: 'leads.work',
    summary: '重新跟进 · Follow up again',
    description: 'The phone number is open again, and due at once.',
    message: say.reopened,
    params: idParams,
    data: Followed,
    refuses: { ...gone, 409: [say.notClosed] },
  }),
}

const FunnelRow = z.object({
  /** A source, a user name (empty for nobody) or the Monday of a week. */
  key: z.string(),
  leads: z.int(),
  contacted: z.int(),
  booked: z.int(),
  visited: z.int(),
  /** To one decimal; null where nobody was contacted. */
  medianMinutesToFirstContact: z.number().nullable(),
})
export type FunnelRow = z.infer<typeof FunnelRow>

export const Funnel = z.object({
  rows: z.array(FunnelRow),
  total: FunnelRow.omit({ key: true }),
  /** Leads of that time whose person was erased; in no other figure. */
  erased: z.int(),
})
export type Funnel = z.infer<typeof Funnel>

export const FunnelQuery = z.object({
  from: dateQuery('from'),
  to: dateQuery('to'),
  by: oneOf('by', funnelGroups)
    .default('source')
    .meta({ type: 'string', enum: [...funnelGroups], description: 'Default source' }),
})
export type FunnelQuery = z.output<typeof FunnelQuery>

export const funnel = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/admin/funnel',
    auth: 'admin',
    may: 'leads.look',
    summary: '转化漏斗 · From leads to visits',
    description:
      'Of the persons whose first lead came from `from` to `to`, by local day: how many were reached, booked and visited. Each step is counted by itself; a phone number counts once, for its first lead.',
    query: FunnelQuery,
    data: Funnel,
  }),
}
