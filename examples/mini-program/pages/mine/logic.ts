import type { AppointmentRow } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { phonePattern, phoneProofMessages, plainPhone, transitions } from '@zhenyue/contract/rules'
import { api, call, CallError } from '../../service'
import { dayInWords } from '../../words'

/** That someone has the phone they say; good for half an hour, kept in memory alone. */
export interface Proof {
  phone: string
  token: string
}

export interface Visit {
  id: string
  when: string
  where: string
  status: string
  canCancel: boolean
}

const live: readonly string[] = transitions.cancel.from
/** The day in China, whatever the phone is set to. */
const today = () => new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10)

const toVisit = ({
  id = '',
  date,
  timeSlot,
  departmentName,
  doctorName,
  patientName,
  status,
}: AppointmentRow) => ({
  id,
  when: [dayInWords(date), timeSlot].filter(Boolean).join(' '),
  where: [departmentLabels[departmentName].zh, doctorName, patientName].filter(Boolean).join(' · '),
  status: appointmentStatusLabels[status].zh,
  canCancel: live.includes(status) && date >= today(),
})

const headersOf = (phone: string, proof: Proof | undefined): Record<string, string> =>
  proof?.phone === phone ? { 'x-phone-proof': proof.token } : {}

/** Whether the service wants the number to be proven first. */
export const needsProof = (error: unknown) =>
  error instanceof CallError && error.message === phoneProofMessages.needed

/** The number as the service knows it; empty where it is none. */
export const phoneOf = (typed: string) => (phonePattern.test(plainPhone(typed)) ? plainPhone(typed) : '')

/** The bookings of a number, the latest visit first. */
export async function readVisits(phone: string, proof: Proof | undefined): Promise<Visit[]> {
  const headers = headersOf(phone, proof)
  const { list } = await call(api.appointments.list, { query: { phone, limit: 200 }, headers })
  return [...list].sort((a, b) => (a.date < b.date ? 1 : -1)).map(toVisit)
}

export const cancel = (id: string, phone: string, proof: Proof | undefined) =>
  call(api.appointments.cancel, { params: { id }, headers: headersOf(phone, proof) })

/** Sends a code to the phone; what comes back names the sending. */
export const sendCode = async (phone: string): Promise<string> =>
  (await call(api.phoneProofs.send, { body: { phone } })).id

export async function prove(phone: string, id: string, code: string): Promise<Proof> {
  const { token } = await call(api.phoneProofs.verify, { params: { id }, body: { code: code.trim() } })
  return { phone, token }
}
