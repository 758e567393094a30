import {
  maskName,
  maskPhone,
  type Appointment,
  type AppointmentRow,
  type KnownAppointment,
} from '@zhenyue/contract'

/** For someone who knows the id or the phone number. As JSON it has no remark; to leave it out of a copy is slower. */
export const withoutRemark = (appointment: Appointment): KnownAppointment =>
  ({ ...appointment, remark: undefined, via: undefined, leadId: undefined }) as KnownAppointment

/** For anyone: nothing by which the patient could be found. */
export function deidentified(appointment: Appointment): AppointmentRow {
  const { id: _i, number: _n, symptom: _s, remark: _r, patientAge: _a, ...named } = appointment
  const { slotId: _l, moves: _m, attendance: _t, via: _v, leadId: _d, ...rest } = named
  return {
    ...rest,
    patientName: maskName(rest.patientName),
    // With some of the digits and a read by phone the others could be tried out.
    patientPhone: '*'.repeat(11),
  }
}

/** For someone who asked for numbers to be masked. */
export const masked = (appointment: Appointment, isMasked: boolean | undefined): Appointment =>
  isMasked ? { ...appointment, patientPhone: maskPhone(appointment.patientPhone) } : appointment
