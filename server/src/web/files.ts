import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { etagOf } from '../http/etag.ts'
import { sendReady } from '../http/route.ts'
import { compress, encodingFor } from './compress.ts'

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const isText = (type: string) => !['image/png', 'image/x-icon'].includes(type)

/** Serves the small files of a folder that come with the product, each read and compressed once. */
export function serveFiles(app: FastifyInstance, prefix: string, folder: URL) {
  for (const name of readdirSync(folder)) {
    const address = prefix + name
    const type = types[extname(name)]!
    app.get(address, async (request, reply) => {
      const encoding = isText(type) ? encodingFor(request.headers) : 'identity'
      const ready = await app.cache.read(`${address} ${encoding}`, async (version) => {
        const bytes = readFileSync(new URL(name, folder))
        const { body, header } = await compress(bytes, encoding)
        const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600', ...header }
        const vary = { vary: 'accept-encoding' }
        return { route: address, version, etag: etagOf(bytes), headers: { ...headers, ...vary }, body }
      })
      return sendReady(ready, request, reply)
    })
  }
}
