import {
  api,
  appointmentMessages,
  idempotencyMessages,
  scheduleMessages,
  staleRecord,
  type Appointment,
} from '@zhenyue/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { usedForAnother } from '../db/idempotency.ts'
import { readPhone } from '../db/phone-reads.ts'
import { sentKinds } from '../db/outbox.ts'
import type { Db } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import { isStale, tagRecord } from '../http/etag.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { mostPhoneReads, tooManyPhones } from '../http/phones.ts'
import { route } from '../http/route.ts'
import { reschedule } from '../bookings/reschedule.ts'
import { findAppointment } from '../bookings/appointment-store.ts'
import { requireConsent } from '../bookings/consents-store.ts'
import { limitingPhones } from '../bookings/limit-phones.ts'
import { appointmentStats, listAppointments } from './list-store.ts'
import { bookForPatient, createAppointment } from './create.ts'
import { correctPatient, deleteAppointment, setAppointmentRemark, setAttendance } from './store.ts'
import { transition } from '../bookings/transitions.ts'
import { staffRoutes } from './staff-routes.ts'
import { deidentified, masked, withoutRemark } from '../bookings/views.ts'

const missing = () => notFound(appointmentMessages.notFound)

export function appointmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db, reports, time, config } = deps
  staffRoutes(app, deps)

  /** Of a record that is there; one that is not answers by itself. */
  async function requireProof(request: FastifyRequest, id: string) {
    if (!app.phoneProof.isOn || request.caller) return
    const found = await findAppointment(db, time, id)
    if (found) app.phoneProof.require(request, 'change', found.patientPhone)
  }

  route(app, api.appointments.create, async ({ body, caller }, request) => {
    if (!caller) requireConsent(config, body.consent, body.patientAge)
    const attempt = {
      operation: 'appointments.create',
      key: idempotencyKey(request),
      body,
      phone: body.patientPhone,
    }
    const create = () => createAppointment(db, time, body, attempt)
    const appointment = await limitingPhones(app, request.ip, create)
    if (appointment === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.reschedule, async ({ params, query, body, caller }, request, reply) => {
    await requireProof(request, params.id)
    const moved = await limitingPhones(app, request.ip, () =>
      reschedule(db, time, params.id, body.slotId, caller?.actor),
    )
    if (caller) tagRecord(reply, moved)
    const appointment = masked(moved, query.masked)
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.book, async ({ query, body, caller }, request, reply) => {
    const attempt = {
      operation: `appointments.book ${caller.actor.username}`,
      key: idempotencyKey(request),
      body,
      phone: body.patientPhone,
    }
    const booked = await bookForPatient(db, time, body, caller.actor, attempt)
    if (booked === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    return masked(tagRecord(reply, booked), query.masked)
  })

  route(app, api.appointments.correctPatient, async ({ params, query, body, caller }, _request, reply) => {
    const corrected = await correctPatient(db, time, params.id, body, caller.actor)
    if (!corrected) throw missing()
    return masked(tagRecord(reply, corrected), query.masked)
  })

  route(app, api.appointments.setAttendance, async ({ params, query, body, caller }, _request, reply) => {
    const after = await setAttendance(db, time, params.id, body.attendance, caller.actor)
    if (!after) throw missing()
    if (after === 'not confirmed') throw conflict(scheduleMessages.onlyConfirmedAttends)
    if (after === 'too early') throw conflict(scheduleMessages.notYet)
    return masked(tagRecord(reply, after), query.masked)
  })

  route(app, api.appointments.list, async ({ query, caller }, request) => {
    if (query.phone && !caller) app.limits.readsByPhone.count(request.ip)
    if (query.phone) app.phoneProof.require(request, 'list', query.phone)
    const page = await listAppointments(query.phone ? db : reports, time, query)
    const isOpen = caller || config.publicList === 'open'
    const seen = isOpen ? (one: Appointment) => one : query.phone ? withoutRemark : deidentified
    return { ...page, list: page.list.map((one) => seen(masked(one, query.masked))) }
  })

  route(app, api.appointments.stats, () => appointmentStats(reports, time))

  route(app, api.appointments.detail, async ({ params, query, caller }, request, reply) => {
    const found = await findAppointment(db, time, params.id)
    if (!found && !caller) app.limits.unknownIds.count(request.ip)
    if (!found) throw missing()
    if (caller) tagRecord(reply, found)
    const appointment = masked(found, query.masked)
    if (caller) return appointment
    const sends = config.sms.provider !== 'none'
    return { ...withoutRemark(appointment), ...(sends && { sentMessages: await sentKinds(db, found.id) }) }
  })

  route(app, api.appointments.cancel, async ({ params, query, caller }, request, reply) => {
    await requireProof(request, params.id)
    const cancelled = await transition(db, time, params.id, 'cancel', caller?.actor)
    if (!cancelled && !caller) app.limits.unknownIds.count(request.ip)
    if (!cancelled) throw missing()
    if (caller) tagRecord(reply, cancelled)
    const appointment = masked(cancelled, query.masked)
    return caller ? appointment : withoutRemark(appointment)
  })

  for (const trigger of ['confirm', 'complete'] as const) {
    route(app, api.appointments[trigger], async ({ params, query, caller }, _request, reply) => {
      const moved = await transition(db, time, params.id, trigger, caller.actor)
      if (!moved) throw missing()
      return masked(tagRecord(reply, moved), query.masked)
    })
  }

  route(app, api.appointments.readPhone, async ({ params, caller }) => {
    const find = async (trx: Db) => (await findAppointment(trx, time, params.id))?.patientPhone
    const read = { kind: 'appointment', id: params.id, find, most: mostPhoneReads(caller) } as const
    const answer = await readPhone(db, time, read, caller.actor)
    if (!answer) throw missing()
    if (answer === 'too many') throw tooManyPhones(time)
    return answer
  })

  route(app, api.appointments.setRemark, async ({ params, query, body, caller }, request, reply) => {
    const { remark } = body
    const appointment = await setAppointmentRemark(db, time, params.id, remark, caller.actor, (current) =>
      isStale(request, current),
    )
    if (appointment === 'stale') throw conflict(staleRecord)
    if (!appointment) throw missing()
    return masked(tagRecord(reply, appointment), query.masked)
  })

  route(app, api.appointments.remove, async ({ params, caller }) => {
    if (!(await deleteAppointment(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })
}
