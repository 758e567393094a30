import { api, appointmentMessages, idempotencyMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { once, usedForAnother } from '../db/idempotency.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import { idempotencyKey } from '../http/idempotency.ts'
import { quickRoute, route } from '../http/route.ts'
import { appointmentStats, listAppointments } from './list-store.ts'
import {
  deleteAppointment,
  findAppointment,
  insertAppointment,
  readAppointmentPhone,
  setAppointmentRemark,
} from './store.ts'
import { transition } from './transitions.ts'
import { deidentified, withoutRemark } from './views.ts'

const missing = () => notFound(appointmentMessages.notFound)

export function appointmentRoutes(app: FastifyInstance, { db, reports, time, config }: Deps) {
  quickRoute(app, api.appointments.create, async ({ body, caller }, request) => {
    const attempt = {
      operation: 'appointments.create',
      key: idempotencyKey(request),
      body,
      phone: body.patientPhone,
    }
    const appointment = await once(db, time, attempt, (db) => insertAppointment(db, time, body))
    if (appointment === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    return caller ? appointment! : withoutRemark(appointment!)
  })

  quickRoute(app, api.appointments.list, async ({ query, caller }) => {
    const page = await listAppointments(query.phone ? db : reports, time, query)
    if (caller || config.publicList === 'open') return page
    return { ...page, list: page.list.map(query.phone ? withoutRemark : deidentified) }
  })

  route(app, api.appointments.stats, () => appointmentStats(reports, time))

  quickRoute(app, api.appointments.detail, async ({ params, caller }) => {
    const appointment = await findAppointment(db, time, params.id)
    if (!appointment) throw missing()
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.cancel, async ({ params, caller }) => {
    const appointment = await transition(db, time, params.id, 'cancel', caller?.actor)
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.confirm, ({ params, caller }) =>
    transition(db, time, params.id, 'confirm', caller.actor),
  )

  route(app, api.appointments.complete, ({ params, caller }) =>
    transition(db, time, params.id, 'complete', caller.actor),
  )

  route(app, api.appointments.readPhone, async ({ params, caller }) => {
    const phone = await readAppointmentPhone(db, time, params.id, caller.actor)
    if (!phone) throw missing()
    return { phone }
  })

  route(app, api.appointments.setRemark, async ({ params, body, caller }) => {
    const appointment = await setAppointmentRemark(db, time, params.id, body.remark, caller.actor)
    if (!appointment) throw missing()
    return appointment
  })

  route(app, api.appointments.remove, async ({ params, caller }) => {
    if (!(await deleteAppointment(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })
}
