import * as z from 'zod'
import { appointmentStatuses, departments, messageKinds } from './rules.ts'
import { attendances, bookingWays } from './schedule-rules.ts'

const BareAppointment = z.object({
  id: z.string(),
  /** The booking number, short enough to be read over the phone. It is no key. */
  number: z.int(),
  patientName: z.string(),
  patientAge: z.int(),
  patientPhone: z.string(),
  date: z.string(),
  departmentName: z.enum(departments),
  doctorId: z.string(),
  doctorName: z.string(),
  timeSlot: z.string(),
  symptom: z.string(),
  status: z.enum(appointmentStatuses),
  remark: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** What an appointment has beyond that where it has a slot, or was made by staff. */
const ofSlot = {
  slotId: z.string().optional(),
  moves: z.int().optional(),
  attendance: z.enum(attendances).optional(),
}
const ofStaff = {
  /** How it came about, where no patient booked it. */
  via: z.enum(bookingWays).optional(),
  leadId: z.string().optional(),
}
export const Appointment = BareAppointment.extend({ ...ofSlot, ...ofStaff })
export type Appointment = z.infer<typeof Appointment>

/** What someone without a token sees of an appointment whose id or phone number they know. */
export const KnownAppointment = Appointment.partial({ remark: true }).extend({
  /** Only where messages are sent, and only by id: those that a provider took. */
  sentMessages: z.array(z.enum(messageKinds)).optional(),
})
export type KnownAppointment = z.infer<typeof KnownAppointment>

/** A list row: without token and phone number it is de-identified. */
export const AppointmentRow = Appointment.partial({
  id: true,
  number: true,
  patientAge: true,
  symptom: true,
  remark: true,
})
export type AppointmentRow = z.infer<typeof AppointmentRow>
