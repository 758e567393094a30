import { api, appointmentIdPattern } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listAudit, listHistory } from './store.ts'

export function auditRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.audit.list, ({ query }) => listAudit(reports, time, query))

  // Of records of this kind alone: what was done to accounts is not for everyone.
  const history = async (id: string, pattern: RegExp) => (pattern.test(id) ? listHistory(db, time, id) : [])
  route(app, api.audit.ofLead, ({ params }) => history(params.id, /^lead-\d{1,15}$/))
  route(app, api.audit.ofAppointment, ({ params }) => history(params.id, appointmentIdPattern))
}
