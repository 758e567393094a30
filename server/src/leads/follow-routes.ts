import { allows, api, followUpMessages as say, leadMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, conflict, forbidden, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { withWords, type SelfTests } from './assessment.ts'
import { claimLeads } from './claim-store.ts'
import { addContact, assignLead, listAssignees, listContacts, reopenLead } from './contacts-store.ts'
import { withFollow } from './follow-store.ts'
import { masked } from './routes.ts'

function found<T>(result: T | string | undefined): T {
  if (result === undefined) throw notFound(leadMessages.notFound)
  if (typeof result !== 'string') return result
  if (result === 'forbidden') throw forbidden()
  throw result === say.unknownAssignee ? badRequest(result) : conflict(result)
}

/** `selfTests` finds what answers call for. */
export function followRoutes(app: FastifyInstance, { db, time }: Deps, selfTests: SelfTests) {
  route(app, api.followUp.contacts, async ({ params }) => found(await listContacts(db, time, params.id)))

  route(app, api.followUp.addContact, async ({ params, body, caller }) => {
    const { result, follow } = found(await addContact(db, time, params.id, body, caller.actor))
    return { ...result, follow }
  })

  route(app, api.followUp.assign, async ({ params, body, caller }) => {
    const wish = { username: body.username, isOwnAlone: !allows(caller.admin.role, 'manage') }
    const { id, follow } = found(await assignLead(db, time, params.id, wish, caller.actor))
    return { id, follow }
  })

  route(app, api.followUp.assignees, () => listAssignees(db))

  route(app, api.followUp.claim, async ({ query, body, caller }) => {
    const claimed = await claimLeads(db, time, body.count, caller.actor)
    const list = await Promise.all(claimed.map((kept) => withWords(selfTests, kept)))
    const shown = await withFollow(db, time, list)
    return { list: shown.map((lead) => masked(lead, query.masked)) }
  })

  route(app, api.followUp.reopen, async ({ params, caller }) => {
    const { id, follow } = found(await reopenLead(db, time, params.id, caller.actor))
    return { id, follow }
  })
}
