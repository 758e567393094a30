import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/errors.ts'
import type { ReadSite, Site } from './pages.ts'

interface Picture {
  type: string
  bytes: Buffer
}

/** The content as pages show it, and the pictures that were taken out of it. */
interface Lifted {
  version: number
  site: Site
  pictures: Map<string, Picture>
}

const dataUrl = /^data:(image\/(?:png|jpeg|gif|webp));base64,/i

/** Puts an address in the place of every picture that stands in the content itself. */
function lift(value: unknown, pictures: Map<string, Picture>): unknown {
  if (typeof value === 'string') {
    const type = dataUrl.exec(value)?.[1]
    if (!type) return value
    const bytes = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64')
    const name = createHash('sha256').update(bytes).digest('base64url')
    pictures.set(name, { type: type.toLowerCase(), bytes })
    return `/pictures/${name}`
  }
  if (Array.isArray(value)) return value.map((part) => lift(part, pictures))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lift(part, pictures)]))
}

/**
 * Documents may carry pictures within themselves, megabytes of them. A page names them by addresses of their own
 * instead, so that its words come first and a picture comes once. Read and lifted once for each content version.
 */
export function servePictures(app: FastifyInstance, readSite: ReadSite) {
  let current: Promise<Lifted> | undefined
  let currentVersion: number | undefined

  async function liftAt(version: number): Promise<Lifted> {
    const pictures = new Map<string, Picture>()
    const site = lift(await app.gate.run(readSite), pictures) as Site
    return { version, site, pictures }
  }

  async function readLifted(): Promise<Lifted> {
    const version = await app.cache.version()
    if (!current || currentVersion !== version) {
      currentVersion = version
      current = liftAt(version)
      // What failed is tried again by the next.
      current.catch(() => (current = undefined))
    }
    return current
  }

  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { pictures } = await readLifted()
    const picture = pictures.get(request.params.name)
    if (!picture) throw notFound()
    return reply
      .type(picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.bytes)
  })

  return async (withFront: boolean): Promise<Site> => {
    const { site } = await readLifted()
    const { front: _, ...others } = site
    return withFront ? site : others
  }
}
