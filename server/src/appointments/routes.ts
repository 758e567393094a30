import { api, appointmentMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import {
  appointmentStats,
  deleteAppointment,
  findAppointment,
  insertAppointment,
  listAppointments,
  setAppointmentRemark,
} from './store.ts'
import { transition } from './transitions.ts'
import { deidentified, withoutRemark } from './views.ts'

const missing = () => notFound(appointmentMessages.notFound)

export function appointmentRoutes(app: FastifyInstance, { db, time, config }: Deps) {
  route(app, api.appointments.create, async ({ body, caller }) => {
    const appointment = await insertAppointment(db, time, body)
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.list, async ({ query, caller }) => {
    const page = await listAppointments(db, time, query)
    if (caller || config.publicList === 'open') return page
    return { ...page, list: page.list.map(query.phone ? withoutRemark : deidentified) }
  })

  route(app, api.appointments.stats, () => appointmentStats(db, time))

  route(app, api.appointments.detail, async ({ params, caller }) => {
    const appointment = await findAppointment(db, time, params.id)
    if (!appointment) throw missing()
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.cancel, async ({ params, caller }) => {
    const appointment = await transition(db, time, params.id, 'cancel')
    return caller ? appointment : withoutRemark(appointment)
  })

  route(app, api.appointments.confirm, ({ params }) => transition(db, time, params.id, 'confirm'))

  route(app, api.appointments.complete, ({ params }) => transition(db, time, params.id, 'complete'))

  route(app, api.appointments.setRemark, async ({ params, body }) => {
    const appointment = await setAppointmentRemark(db, time, params.id, body.remark)
    if (!appointment) throw missing()
    return appointment
  })

  route(app, api.appointments.remove, async ({ params }) => {
    if (!(await deleteAppointment(db, params.id))) throw missing()
    return { id: params.id }
  })
}
