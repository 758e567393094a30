import { api, type UploadedImage } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { decodeImage, inspectImage } from '../web/images.ts'
import { route } from '../http/route.ts'

export function uploadRoutes(app: FastifyInstance) {
  route(app, api.uploads.image, async ({ body }) => toDataUrl(body.base64))

  route(app, api.uploads.expert, async ({ body }) => {
    const payload = body.base64 ?? (/^data:/i.test(body.url!) ? body.url : undefined)
    return payload ? toDataUrl(payload) : { url: body.url! }
  })
}

function toDataUrl(payload: string): UploadedImage {
  const bytes = decodeImage(payload)
  const image = inspectImage(bytes)
  return { url: `data:${image.mimeType};base64,${bytes.toString('base64')}`, ...image }
}
