import { api, idempotencyMessages, leadMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { once, usedForAnother } from '../db/idempotency.ts'
import type { Deps } from '../deps.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import { idempotencyKey } from '../http/idempotency.ts'
import { quickRoute, route } from '../http/route.ts'
import { leadStats, listLeads } from './list-store.ts'
import { deleteLead, findLead, insertLead, readLeadPhone, setLeadRemark } from './store.ts'

const missing = () => notFound(leadMessages.notFound)

export function leadRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  quickRoute(app, api.leads.submit, async ({ body }, request) => {
    const attempt = { operation: 'leads.submit', key: idempotencyKey(request), body, phone: body.phone }
    const answer = await once(db, time, attempt, (db) => insertLead(db, time, body))
    if (answer === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    if (!answer) throw badRequest(leadMessages.duplicate)
    return answer
  })

  route(app, api.leads.stats, () => leadStats(reports, time))

  route(app, api.leads.list, ({ query }) => listLeads(reports, time, query))

  route(app, api.leads.detail, async ({ params }) => {
    const lead = await findLead(db, time, params.id)
    if (!lead) throw missing()
    return lead
  })

  route(app, api.leads.readPhone, async ({ params, caller }) => {
    const phone = await readLeadPhone(db, time, params.id, caller.actor)
    if (!phone) throw missing()
    return { phone }
  })

  route(app, api.leads.setRemark, async ({ params, body, caller }) => {
    const lead = await setLeadRemark(db, time, params.id, body.remark, caller.actor)
    if (!lead) throw missing()
    return lead
  })

  route(app, api.leads.remove, async ({ params, caller }) => {
    if (!(await deleteLead(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })
}
