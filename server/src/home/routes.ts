import type { HomeDocument } from '@zhenyue/contract'
import {
  api,
  homeMessages,
  maxEmbeddedBytes,
  tooManyPictures,
  type Endpoint,
  type Received,
} from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { conflict, notFound, Refusal } from '../http/errors.ts'
import { etagOf, namesTag } from '../http/etag.ts'
import { embeddedBytes, inspectImages } from '../web/images.ts'
import { route } from '../http/route.ts'
import type { Actor } from '../db/audit.ts'
import { changeHome, findHomeVersion, listHomeVersions, readHome } from './store.ts'

type Update = Endpoint<z.ZodType, z.ZodType, z.ZodType, typeof HomeDocument, 'admin'>

export function homeRoutes(app: FastifyInstance, { db, time }: Deps) {
  /** Honours If-Match, and answers with the tag of what the document has become. */
  async function changeIfCurrent(
    request: FastifyRequest,
    reply: FastifyReply,
    actor: Actor,
    change: (current: HomeDocument) => HomeDocument,
    action?: string,
  ) {
    const ifMatch = request.headers['if-match']
    const changed = await changeHome(
      db,
      time,
      actor,
      (current) => {
        const isStale = ifMatch && !namesTag(ifMatch, etagOf(JSON.stringify(current)))
        if (isStale) throw conflict(homeMessages.stale)
        const changed = change(current)
        const bytes = embeddedBytes(changed)
        // One that is too large already may become smaller.
        if (bytes > maxEmbeddedBytes && bytes > embeddedBytes(current))
          throw new Refusal(413, tooManyPictures)
        return changed
      },
      action,
    )
    reply.header('etag', etagOf(JSON.stringify(changed)))
    return changed
  }

  /** Binds an update to what it makes of the current document. Of two at once, both take effect. */
  function update<E extends Update>(
    endpoint: E,
    change: (document: HomeDocument, body: Received<E>['body']) => HomeDocument,
  ) {
    route<Update>(app, endpoint, async ({ body, caller }, request, reply) => {
      inspectImages(body)
      return changeIfCurrent(request, reply, caller.actor, (current) =>
        change(current, body as Received<E>['body']),
      )
    })
  }

  route(app, api.home.read, async () => (await readHome(db))!.document)

  update(api.home.replace, (_, body) => body)
  update(api.home.updateHero, (document, body) => ({
    ...document,
    hero: {
      ...document.hero,
      ...given(body),
      primaryCta: { ...document.hero.primaryCta, ...given(body.primaryCta ?? {}) },
    },
  }))
  update(api.home.updateInfoBanner, (document, body) => ({
    ...document,
    infoBanner: { ...document.infoBanner, ...given(body) },
  }))
  update(api.home.replaceFeatures, (document, features) => ({ ...document, features }))
  update(api.home.replaceExpertTeam, (document, expertTeam) => ({ ...document, expertTeam }))
  update(api.home.replaceHeroExperts, (document, heroExperts) => ({ ...document, heroExperts }))

  async function versionOf(version: string) {
    const found = await findHomeVersion(db, time, version)
    if (!found) throw notFound(homeMessages.versionGone)
    return found
  }

  route(app, api.home.versions, () => listHomeVersions(db, time))
  route(app, api.home.version, ({ params }) => versionOf(params.version))
  route(app, api.home.restore, async ({ params, caller }, request, reply) => {
    const { document } = await versionOf(params.version)
    return changeIfCurrent(request, reply, caller.actor, () => document, 'home.restore')
  })
}

/** Without the keys that were not sent, which would overwrite what is there. */
function given<T extends object>(body: T) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
