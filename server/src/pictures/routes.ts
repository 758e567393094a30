import { createHash } from 'node:crypto'
import { api, pictureMessages, uploadMessages } from '@zhenyue/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { badBody, badRequest, notFound, Refusal } from '../http/errors.ts'
import { namesTag } from '../http/etag.ts'
import { route } from '../http/route.ts'
import { inspectImage } from '../web/images.ts'
import { findPicture, savePicture } from './store.ts'

/** The one file of a form. */
async function fileIn(form: Buffer, type: string): Promise<Buffer> {
  const parts = await new Response(new Uint8Array(form), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!parts) throw badBody()
  const files = [...parts.values()].filter((value) => typeof value !== 'string')
  if (files.length !== 1) throw badRequest(uploadMessages.nothingGiven)
  return Buffer.from(await files[0]!.arrayBuffer())
}

async function pictureOf({ headers, body }: FastifyRequest): Promise<Buffer> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  const isForm = /^multipart\/form-data\s*;/i.test(type)
  if (encoding !== 'identity' || !(isForm || /^image\//i.test(type))) {
    throw new Refusal(415, pictureMessages.wrongBody)
  }
  const bytes = (body ?? Buffer.alloc(0)) as Buffer
  const picture = isForm ? await fileIn(bytes, type) : bytes
  if (picture.length === 0) throw badRequest(uploadMessages.nothingGiven)
  return picture
}

export function pictureRoutes(app: FastifyInstance, { db, time, config }: Deps) {
  route(app, api.pictures.upload, async ({ caller }, request) => {
    const bytes = await pictureOf(request)
    const image = inspectImage(bytes)
    const digest = createHash('sha256').update(bytes).digest('base64url')
    const name = `${digest}.${image.mimeType.slice('image/'.length)}`
    const isKept = await savePicture(db, time, { name, bytes, most: config.pictureBytes }, caller.actor)
    if (!isKept) throw new Refusal(413, pictureMessages.tooMany)
    return { url: `/pictures/${name}`, ...image }
  })

  // Other names under this path are of pictures that documents carry within themselves.
  app.get<{ Params: { name: string } }>(
    '/pictures/:name(^[\\w-]{43}\\.(?:png|jpeg|gif|webp)$)',
    async (request, reply) => {
      const { name } = request.params
      const etag = `"${name}"`
      reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag })
      const known = request.headers['if-none-match']
      if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
      const bytes = await app.gate.run(() => findPicture(db, name))
      if (!bytes) {
        reply.removeHeader('etag').header('cache-control', 'no-store')
        throw notFound()
      }
      return reply
        .type(`image/${name.split('.')[1]}`)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )
}
