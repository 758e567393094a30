import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound } from './errors.ts'

interface Picture {
  address: string
  type: string
  bytes: Buffer
}

const dataUrl = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i
const mostBytes = 32 * 1024 * 1024

/**
 * Documents may carry pictures within themselves, megabytes of them. A page names them by addresses of their own
 * instead, so that its words come first and a picture comes once.
 */
export function createPictures(app: FastifyInstance, readAgain: () => Promise<unknown>) {
  const byText = new Map<string, Picture>()
  const byName = new Map<string, Picture>()
  let bytesKept = 0

  function addressOf(text: string, type: string): string {
    const known = byText.get(text)
    if (known) return known.address
    const bytes = Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
    const name = createHash('sha256').update(bytes).digest('base64url')
    const picture = { address: `/pictures/${name}`, type: type.toLowerCase(), bytes }
    if (bytesKept > mostBytes) {
      byText.clear()
      byName.clear()
      bytesKept = 0
    }
    bytesKept += bytes.length
    byText.set(text, picture)
    byName.set(name, picture)
    return picture.address
  }

  function lift<T>(value: T): T {
    if (typeof value === 'string') {
      const type = dataUrl.exec(value)?.[1]
      return type ? (addressOf(value, type) as T) : value
    }
    if (Array.isArray(value)) return value.map(lift) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lift(part)])) as T
  }

  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params
    // Another instance, or this one before a restart, may have made the page.
    if (!byName.has(name)) lift(await readAgain())
    const picture = byName.get(name)
    if (!picture) throw notFound()
    return reply
      .type(picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.bytes)
  })

  return lift
}
