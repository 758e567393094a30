import * as z from 'zod'
import { noPlace } from './appointments.ts'
import { patientFields, requirePresent } from './booking-body.ts'
import { consent } from './consents.ts'
import { endpoint, idParams, jsonBody, tooMany } from './endpoint.ts'
import { masked, phoneQuery } from './query.ts'
import { consentMessages, departments, phoneProofMessages } from './rules.ts'
import { scheduleMessages as say, waitlistStatuses } from './schedule-rules.ts'
import { text } from './text.ts'

const { patientName, patientAge, patientPhone, symptom } = patientFields
export const WaitlistJoin = requirePresent(
  () => ['slotId', 'patientName', 'patientAge', 'patientPhone'],
  jsonBody({
    slotId: text({ field: 'slotId', max: 64 }),
    patientName,
    patientAge,
    patientPhone,
    symptom,
    consent,
  }),
)
export type WaitlistJoin = z.output<typeof WaitlistJoin>

export const WaitlistEntry = z.object({
  id: z.string(),
  slotId: z.string(),
  date: z.string(),
  timeSlot: z.string(),
  departmentName: z.enum(departments),
  doctorName: z.string(),
  status: z.enum(waitlistStatuses),
  /** From 1 while it waits, else 0. */
  position: z.int(),
  createdAt: z.string(),
  /** Once it is booked. */
  appointmentId: z.string().optional(),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

/** As staff see it. */
export const WaitlistRow = WaitlistEntry.extend({
  patientName: z.string(),
  patientAge: z.int(),
  patientPhone: z.string(),
  symptom: z.string(),
})
export type WaitlistRow = z.infer<typeof WaitlistRow>

const notFound = { 404: [say.waitlistNotFound] }

export const waitlist = {
  join: endpoint({
    method: 'POST',
    path: '/api/v1/waitlist',
    auth: 'public',
    summary: '加入候补 · Join the waiting list of a full slot',
    description: 'First come, first served: a place that becomes free goes to the first who waits, at once.',
    message: say.joined,
    body: WaitlistJoin,
    data: WaitlistEntry,
    refuses: {
      400: [consentMessages.needed, consentMessages.guardianNeeded],
      404: [say.slotNotFound],
      409: [say.waitlistOff, say.hasPlaces, say.waitsAlready, ...noPlace[409]],
    },
    limited: 'publicWrites',
    idempotent: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/waitlist',
    auth: 'optional',
    may: 'appointments.read',
    summary: '我的候补 · Those of a phone number who still wait',
    description: 'Shares the limit for reads by phone.',
    query: z.object({ phone: phoneQuery }),
    data: z.array(WaitlistEntry),
    takesPhoneProof: true,
    refuses: { 403: [phoneProofMessages.needed], 429: [tooMany] },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/waitlist/:id',
    auth: 'public',
    summary: '候补详情 · Read an entry of the waiting list',
    description: 'By its id, which nobody can guess.',
    params: idParams,
    data: WaitlistEntry,
    refuses: { ...notFound, 429: [tooMany] },
  }),
  leave: endpoint({
    method: 'PUT',
    path: '/api/v1/waitlist/:id/leave',
    auth: 'optional',
    may: 'appointments.work',
    summary: '退出候补 · Leave the waiting list',
    description: 'To leave again changes nothing.',
    message: say.left,
    params: idParams,
    data: WaitlistEntry,
    takesPhoneProof: true,
    refuses: { ...notFound, 403: [phoneProofMessages.needed] },
    limited: 'publicWrites',
  }),
  staffList: endpoint({
    method: 'GET',
    path: '/api/v1/admin/waitlist',
    auth: 'admin',
    may: 'appointments.read',
    summary: '候补名单 · Who waits for a slot',
    description: 'In their order.',
    showsPhones: true,
    query: z.object({ slotId: text({ field: 'slotId', max: 64 }).optional(), masked }),
    data: z.array(WaitlistRow),
  }),
}
