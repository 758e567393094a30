import * as z from 'zod'
import { consent } from './consents.ts'
import { jsonBody } from './endpoint.ts'
import { limits } from './limits.ts'
import { appointmentFaults as faults, departments, phonePattern, trimText } from './rules.ts'
import { calendarDate, maybe, text, withDefault } from './text.ts'

/** Who it is. */
export const patientFields = {
  patientName: text({
    field: 'patientName',
    max: limits.name,
    required: true,
    missing: faults.patientName,
    tooLong: faults.patientName,
  }),
  patientAge: z
    .int(faults.patientAge)
    .min(limits.age.min, faults.patientAge)
    .max(limits.age.max, faults.patientAge),
  patientPhone: z.string(faults.patientPhone).regex(phonePattern, faults.patientPhone),
  symptom: withDefault(
    text({ field: 'symptom', max: limits.symptom, free: true, tooLong: faults.symptom }),
    '',
  ),
}

const { symptom, ...who } = patientFields

const isBlank = (value: unknown) => typeof value === 'string' && trimText(value) === ''
const isMissing = (field: string, value: unknown) =>
  value == null || value === '' || (field === 'patientName' && isBlank(value))

/** A missing field is reported before any field that is wrong. */
export const requirePresent = <T extends z.ZodType>(
  requiredIn: (body: Record<string, unknown>) => readonly string[],
  type: T,
) =>
  z.preprocess((body: z.input<T>, { issues }) => {
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      const given = body as Record<string, unknown>
      const missing = requiredIn(given).find((field) => isMissing(field, given[field]))
      if (missing) issues.push({ code: 'custom', input: body, message: `缺少必填参数: ${missing}` })
    }
    return body
  }, type)

const requiredOfPatient = ['patientName', 'patientAge', 'patientPhone'] as const
/** A slot says on what day and in which department it is. */
const required = ({ slotId }: Record<string, unknown>) =>
  slotId && !isBlank(slotId) ? requiredOfPatient : [...requiredOfPatient, 'date', 'departmentName']

// Key order is the order in which faults are reported.
const bookingFields = {
  ...who,
  date: maybe(calendarDate(faults.date)),
  departmentName: maybe(z.enum(departments, faults.departmentName)),
  /** Empty for the department as a whole; absent for whoever has a place. */
  doctorId: maybe(text({ field: 'doctorId', max: 64 })),
  doctorName: withDefault(text({ field: 'doctorName', max: 20 }), ''),
  timeSlot: withDefault(text({ field: 'timeSlot', max: 64, free: true }), ''),
  symptom,
  slotId: withDefault(text({ field: 'slotId', max: 64 }), ''),
}
const fields = jsonBody({ ...bookingFields, consent })

export const AppointmentCreate = requirePresent(required, fields)
export type AppointmentCreate = z.output<typeof fields>

/** Booked by staff for a patient. */
export const StaffBooking = requirePresent(
  required,
  jsonBody({
    ...bookingFields,
    leadId: withDefault(text({ field: 'leadId', max: 64 }), ''),
    /** Adds a place to a full slot (加号). */
    extra: withDefault(z.boolean('extra 需为布尔值'), false),
    reason: withDefault(text({ field: 'reason', max: 200 }), ''),
  }),
)
export type StaffBooking = z.output<typeof StaffBooking>

export const PatientCorrection = requirePresent(() => requiredOfPatient, jsonBody(who))
export type PatientCorrection = z.output<typeof PatientCorrection>
