import { allows, api, appointmentMessages, leadMessages, type Found } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { relatedToAppointment, relatedToLead, search } from './store.ts'

const seen = (found: Found, { admin }: Caller): Found =>
  allows(admin.role, 'leads.look') ? found : { ...found, leads: [] }

export function peopleRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.people.ofLead, async ({ params }) => {
    const related = await relatedToLead(db, time, params.id)
    if (!related) throw notFound(leadMessages.notFound)
    return related
  })

  route(app, api.people.ofAppointment, async ({ params, caller }) => {
    const related = await relatedToAppointment(db, time, params.id)
    if (!related) throw notFound(appointmentMessages.notFound)
    return seen(related, caller)
  })

  route(app, api.people.search, async ({ query, caller }) =>
    seen(await search(reports, time, query.keyword), caller),
  )
}
