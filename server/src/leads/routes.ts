import { api, leadMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { deleteLead, findLead, insertLead, leadStats, listLeads, setLeadRemark } from './store.ts'

const missing = () => notFound(leadMessages.notFound)

export function leadRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.leads.submit, async ({ body }) => {
    const lead = await insertLead(db, time, body)
    if (!lead) throw badRequest(leadMessages.duplicate)
    return { id: lead.id, createdAt: lead.createdAt }
  })

  route(app, api.leads.stats, () => leadStats(db, time))

  route(app, api.leads.list, ({ query }) => listLeads(db, time, query))

  route(app, api.leads.detail, async ({ params }) => {
    const lead = await findLead(db, time, params.id)
    if (!lead) throw missing()
    return lead
  })

  route(app, api.leads.setRemark, async ({ params, body }) => {
    const lead = await setLeadRemark(db, time, params.id, body.remark)
    if (!lead) throw missing()
    return lead
  })

  route(app, api.leads.remove, async ({ params }) => {
    if (!(await deleteLead(db, params.id))) throw missing()
    return { id: params.id }
  })
}
