import { api, selfTestMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import { isStale, tagRecord } from '../http/etag.ts'
import { route } from '../http/route.ts'
import {
  check,
  findVersion,
  listVersions,
  publishDraft,
  readDraft,
  readSelfTest,
  saveDraft,
} from './store.ts'
import { readStatistics } from './statistics-store.ts'
import type { SelfTestVersions } from './versions.ts'

/** `versions` are those that leads were answered with. */
export function selfTestRoutes(
  app: FastifyInstance,
  { db, reports, time }: Deps,
  versions: SelfTestVersions,
) {
  route(app, api.selfTest.read, () => readSelfTest(db))

  route(app, api.selfTest.draft, async (_input, _request, reply) =>
    tagRecord(reply, await readDraft(db, time)),
  )

  route(app, api.selfTest.saveDraft, async ({ body, caller }, request, reply) => {
    const saved = await saveDraft(db, time, caller.actor, body, (current) => isStale(request, current))
    if (!saved) throw conflict(selfTestMessages.stale)
    return tagRecord(reply, saved)
  })

  route(app, api.selfTest.check, async ({ body }) => check(db, body ?? (await readDraft(db, time))))

  route(app, api.selfTest.publish, async ({ body, caller }, request) => {
    const published = await publishDraft(db, time, caller.actor, body.approvedBy, (current) =>
      isStale(request, current),
    )
    if (published === 'stale') throw conflict(selfTestMessages.stale)
    if (published === 'own') throw conflict(selfTestMessages.ownDraft)
    if ('faults' in published) {
      throw Object.assign(badRequest(selfTestMessages.unsafe), { data: { faults: published.faults } })
    }
    return published
  })

  route(app, api.selfTest.versions, () => listVersions(db))

  route(app, api.selfTest.version, async ({ params }) => {
    const found = await findVersion(db, params.version)
    if (!found) throw notFound(selfTestMessages.versionGone)
    return found
  })

  route(app, api.selfTest.statistics, ({ query }) => readStatistics(reports, time, versions, query))
}
