import type { AppointmentRow } from '@zhenyue/contract'
import { api, ask } from '../../api.ts'
import { proofHeaders } from '../../phone-proof.ts'
import type { Body } from './booking.ts'

const patience = 4000

/**
 * A booking of the same person, day and department that still stands. Where the service does not say in time, booking
 * goes on without the question.
 */
export async function findSameVisit(wanted: Body): Promise<AppointmentRow | undefined> {
  const query = { phone: wanted.patientPhone, limit: '200' }
  const found = ask(api.appointments.list, { query, headers: proofHeaders() }).then(({ list }) => list)
  const late = new Promise<AppointmentRow[]>((resolve) => setTimeout(() => resolve([]), patience))
  const list = await Promise.race([found, late]).catch(() => [])
  return list.find(
    ({ patientName, date, departmentName, status }) =>
      patientName === wanted.patientName &&
      date === wanted.date &&
      departmentName === wanted.departmentName &&
      (status === 'pending' || status === 'confirmed'),
  )
}
