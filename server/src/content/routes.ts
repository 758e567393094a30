import { api, contentMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { inspectImages } from '../http/images.ts'
import { route } from '../http/route.ts'
import {
  deleteContent,
  findContent,
  hospitalExists,
  insertContent,
  listContent,
  updateContent,
  type Kind,
} from './store.ts'

const missing = {
  hospital_images: contentMessages.imageNotFound,
  experts: contentMessages.expertNotFound,
  banners: contentMessages.bannerNotFound,
}

export function contentRoutes(app: FastifyInstance, { db, time }: Deps) {
  async function checkHospital(id: string | undefined) {
    if (id !== undefined && !(await hospitalExists(db, id))) throw badRequest(contentMessages.hospitalUnknown)
  }

  /** What the three kinds share; only the name of the table differs. */
  function resource<K extends Kind>(kind: K, operations: typeof api.experts) {
    route(app, operations.list, ({ query }) => listContent(db, time, kind as 'experts', query))

    route(app, operations.detail, async ({ params }) => {
      const item = await findContent(db, time, kind as 'experts', params.id)
      if (!item) throw notFound(missing[kind])
      return item
    })

    route(app, operations.create, async ({ body }) => {
      inspectImages(body)
      await checkHospital((body as { hospitalId?: string }).hospitalId)
      return insertContent(db, time, kind as 'experts', body)
    })

    route(app, operations.update, async ({ params, body }) => {
      inspectImages(body)
      await checkHospital((body as { hospitalId?: string }).hospitalId)
      const item = await updateContent(db, time, kind as 'experts', params.id, body)
      if (item) return item
      if (await findContent(db, time, kind, params.id)) throw badRequest(contentMessages.bannerEmpty)
      throw notFound(missing[kind])
    })

    route(app, operations.remove, async ({ params }) => {
      if (!(await deleteContent(db, kind, params.id))) throw notFound(missing[kind])
      return { id: params.id }
    })
  }

  resource('hospital_images', api.images as unknown as typeof api.experts)
  resource('experts', api.experts)
  resource('banners', api.banners as unknown as typeof api.experts)
}
