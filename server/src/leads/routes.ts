import { api, idempotencyMessages, leadMessages, maskPhone, staleRecord, type Lead } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { requireConsent } from '../bookings/consents-store.ts'
import { recordExport } from '../db/audit.ts'
import { idempotent, usedForAnother } from '../db/idempotency.ts'
import { readPhone } from '../db/phone-reads.ts'
import type { Db } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import { shownFilter } from '../export/shown-filter.ts'
import { tableOf } from '../export/table.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import { isStale, tagRecord } from '../http/etag.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { mostPhoneReads, tooManyPhones } from '../http/phones.ts'
import { route } from '../http/route.ts'
import { describe, withWords, type SelfTests } from './assessment.ts'
import { leadColumns } from './export-columns.ts'
import { withFollow } from './follow-store.ts'
import { countLeads, leadStats, listLeads, scanLeads } from './list-store.ts'
import { deleteLead, findLead, insertLead, setLeadRemark, type KeptLead } from './store.ts'

export const masked = <L extends Lead>(lead: L, isMasked: boolean | undefined): L =>
  isMasked ? { ...lead, phone: maskPhone(lead.phone) } : lead

const missing = () => notFound(leadMessages.notFound)

/** `selfTests` finds what answers call for. */
export function leadRoutes(app: FastifyInstance, { db, reports, time, config }: Deps, selfTests: SelfTests) {
  route(app, api.leads.submit, async ({ body }, request) => {
    requireConsent(config, body.consent)
    const attempt = { operation: 'leads.submit', key: idempotencyKey(request), body, phone: body.phone }
    const assessed = await selfTests.assess(body.questionnaire)
    const answer = await idempotent(db, time, attempt, (db) => insertLead(db, time, body, assessed?.result))
    if (answer === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    if (!answer) throw badRequest(leadMessages.duplicate)
    return answer
  })

  route(app, api.leads.stats, () => leadStats(reports, time))

  const allWithWords = (kept: KeptLead[]) => Promise.all(kept.map((one) => withWords(selfTests, one)))

  route(app, api.leads.list, async ({ query, caller }) => {
    const page = await listLeads(reports, time, { ...query, username: caller.admin.username })
    const list = await allWithWords(page.list)
    const shown = query.follow ? await withFollow(reports, time, list) : list
    return { ...page, list: shown.map((lead) => masked(lead, query.masked)) }
  })

  async function* inWords(batches: AsyncIterable<KeptLead[]>) {
    for await (const batch of batches) yield allWithWords(batch)
  }

  route(app, api.leads.export, ({ query, caller }, _request, reply) => {
    const { format, ...asked } = query
    const filter = { ...asked, username: caller.admin.username }
    const file = { name: 'leads', title: '线索', day: time.dayOf(time.now()), format }
    return app.exports.send(reply, file, async () => {
      const count = await countLeads(reports, time, filter)
      await recordExport(db, time, 'lead.export', shownFilter(query), count, caller.actor)
      return tableOf(leadColumns, inWords(scanLeads(reports, time, filter)))
    })
  })

  route(app, api.leads.detail, async ({ params, query }, _request, reply) => {
    const lead = await findLead(db, time, params.id)
    if (!lead) throw missing()
    const described = await describe(selfTests, tagRecord(reply, lead))
    const [shown] = query.follow ? await withFollow(db, time, [described]) : [described]
    return masked(shown!, query.masked)
  })

  route(app, api.leads.readPhone, async ({ params, caller }) => {
    const find = async (trx: Db) => (await findLead(trx, time, params.id))?.phone
    const read = { kind: 'lead', id: params.id, find, most: mostPhoneReads(caller) } as const
    const answer = await readPhone(db, time, read, caller.actor)
    if (!answer) throw missing()
    if (answer === 'too many') throw tooManyPhones(time)
    return answer
  })

  route(app, api.leads.setRemark, async ({ params, query, body, caller }, request, reply) => {
    const lead = await setLeadRemark(db, time, params.id, body.remark, caller.actor, (current) =>
      isStale(request, current),
    )
    if (lead === 'stale') throw conflict(staleRecord)
    if (!lead) throw missing()
    return masked(await describe(selfTests, tagRecord(reply, lead)), query.masked)
  })

  route(app, api.leads.remove, async ({ params, caller }) => {
    if (!(await deleteLead(db, time, params.id, caller.actor))) throw missing()
    return { id: params.id }
  })
}
