import { api, contentMessages, tooManyPictures } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, notFound, Refusal } from '../http/errors.ts'
import { inspectImages } from '../web/images.ts'
import { route } from '../http/route.ts'
import {
  deleteContent,
  findContent,
  hospitalExists,
  insertContent,
  listContent,
  orderContent,
  updateContent,
  type Kind,
} from './store.ts'

const missing = {
  hospital_images: contentMessages.imageNotFound,
  experts: contentMessages.expertNotFound,
  banners: contentMessages.bannerNotFound,
}

/** The item, unless it did not fit into its collection. */
function within<T>(item: T | 'too many' | 'too many pictures'): T {
  if (item === 'too many') throw badRequest(contentMessages.tooMany)
  if (item === 'too many pictures') throw new Refusal(413, tooManyPictures)
  return item as T
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

    route(app, operations.create, async ({ body, caller }) => {
      inspectImages(body)
      await checkHospital((body as { hospitalId?: string }).hospitalId)
      const item = await insertContent(db, time, kind as 'experts', body, caller.actor)
      return within(item)
    })

    route(app, operations.update, async ({ params, body, caller }) => {
      inspectImages(body)
      await checkHospital((body as { hospitalId?: string }).hospitalId)
      const item = await updateContent(db, time, kind as 'experts', params.id, body, caller.actor)
      if (item === 'missing') throw notFound(missing[kind])
      if (item === 'empty') throw badRequest(contentMessages.bannerEmpty)
      return within(item)
    })

    route(app, operations.remove, async ({ params, caller }) => {
      if (!(await deleteContent(db, time, kind, params.id, caller.actor))) throw notFound(missing[kind])
      return { id: params.id }
    })

    route(app, operations.order, async ({ body, caller }) => {
      const items = await orderContent(db, time, kind as 'experts', body.ids, caller.actor)
      if (!items) throw notFound(missing[kind])
      return items
    })
  }

  resource('hospital_images', api.images as unknown as typeof api.experts)
  resource('experts', api.experts)
  resource('banners', api.banners as unknown as typeof api.experts)
}
