import { api, appointmentMessages, leadMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { relatedToAppointment, relatedToLead, search } from './store.ts'

export function peopleRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.people.ofLead, async ({ params }) => {
    const related = await relatedToLead(db, time, params.id)
    if (!related) throw notFound(leadMessages.notFound)
    return related
  })

  route(app, api.people.ofAppointment, async ({ params }) => {
    const related = await relatedToAppointment(db, time, params.id)
    if (!related) throw notFound(appointmentMessages.notFound)
    return related
  })

  route(app, api.people.search, ({ query }) => search(reports, time, query.keyword))
}
