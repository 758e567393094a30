import * as z from 'zod'
import { Appointment } from './appointment.ts'
import { ConsentRecord } from './consents.ts'
import { endpoint, idParams } from './endpoint.ts'
import { Lead } from './leads.ts'
import { appointmentMessages, leadMessages } from './rules.ts'
import { text } from './text.ts'

/** What is shown of a record in passing; its phone number is masked. */
export const LeadBrief = Lead.pick({
  id: true,
  name: true,
  phone: true,
  source: true,
  score: true,
  remark: true,
  createdAt: true,
})
export type LeadBrief = z.infer<typeof LeadBrief>

export const AppointmentBrief = Appointment.pick({
  id: true,
  number: true,
  patientName: true,
  patientPhone: true,
  date: true,
  departmentName: true,
  timeSlot: true,
  status: true,
  createdAt: true,
})
export type AppointmentBrief = z.infer<typeof AppointmentBrief>

export const Found = z.object({ leads: z.array(LeadBrief), appointments: z.array(AppointmentBrief) })
export type Found = z.infer<typeof Found>

const related = (path: 'leads' | 'appointments', summary: string, notFound: string) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/admin/${path}/:id/related`,
    auth: 'admin',
    may: `${path}.look`,
    summary,
    description:
      'The other leads and appointments with the same phone number, newest first, at most 50 each.',
    params: idParams,
    data: Found,
    refuses: { 404: [notFound] },
  })

const consentsOf = (path: 'leads' | 'appointments', notFound: string) =>
  endpoint({
    method: 'GET',
    path: `/api/v1/admin/${path}/:id/consents`,
    auth: 'admin',
    may: 'manage',
    summary: '同意记录 · What this number agreed to',
    description:
      'All that was agreed to, refused or withdrawn with this phone number, newest first, at most 200; `version` names the privacy policy that was shown.',
    params: idParams,
    data: z.array(ConsentRecord),
    refuses: { 404: [notFound] },
  })

export const people = {
  consentsOfLead: consentsOf('leads', leadMessages.notFound),
  consentsOfAppointment: consentsOf('appointments', appointmentMessages.notFound),
  ofLead: related('leads', '同号码的其他记录 · What else a lead has', leadMessages.notFound),
  ofAppointment: related(
    'appointments',
    '同号码的其他记录 · What else a patient has',
    appointmentMessages.notFound,
  ),
  search: endpoint({
    method: 'GET',
    path: '/api/v1/admin/search',
    auth: 'admin',
    may: 'appointments.look',
    summary: '全局搜索 · Search leads and appointments',
    description:
      'By part of a name, by a phone number as people write it or its last 4 to 10 digits, by a booking number, or by an id: the newest 8 of each, with masked numbers; the booking of that number comes first.',
    query: z.object({
      keyword: text({ field: 'keyword', max: 100, required: true, missing: 'keyword 必填' }),
    }),
    data: Found,
  }),
}
