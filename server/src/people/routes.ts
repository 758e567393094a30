import { allows, api, appointmentMessages, leadMessages, type Found } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { listConsents } from '../bookings/consents-store.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/auth.ts'
import { notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { phoneOfAppointment, phoneOfLead, related, search } from './store.ts'

const seen = (found: Found, { admin }: Caller): Found =>
  allows(admin.role, 'leads.look') ? found : { ...found, leads: [] }

function known(phone: string | undefined, message: string): string {
  if (phone === undefined) throw notFound(message)
  return phone
}

export function peopleRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  const ofLead = async (id: string) => known(await phoneOfLead(db, id), leadMessages.notFound)
  const ofAppointment = async (id: string) =>
    known(await phoneOfAppointment(db, id), appointmentMessages.notFound)

  route(app, api.people.ofLead, async ({ params: { id } }) => related(db, time, await ofLead(id), id))
  route(app, api.people.ofAppointment, async ({ params: { id }, caller }) =>
    seen(await related(db, time, await ofAppointment(id), id), caller),
  )
  route(app, api.people.consentsOfLead, async ({ params: { id } }) =>
    listConsents(db, time, await ofLead(id)),
  )
  route(app, api.people.consentsOfAppointment, async ({ params: { id } }) =>
    listConsents(db, time, await ofAppointment(id)),
  )

  route(app, api.people.search, async ({ query, caller }) =>
    seen(await search(reports, time, query.keyword), caller),
  )
}
