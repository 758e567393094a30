import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { assetsFolder } from '../folders.ts'
import { notFound } from '../http/errors.ts'

const page = readFileSync(new URL('not-found.html', assetsFolder), 'utf8')
const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** What a browser shows for an address without a page. All others, and the API, get the envelope. */
export function serveNotFound(app: FastifyInstance, isPage: (path: string) => boolean) {
  app.setNotFoundHandler((request, reply) => {
    const [path = '', query] = request.url.split(/(?=\?)/, 2)
    const wantsPage = request.headers.accept?.includes('text/html') && !path.startsWith('/api/')
    if (!wantsPage || request.method !== 'GET') throw notFound()
    const trimmed = path.replace(/\/$/, '')
    // Two slashes would begin the name of another host.
    const isElsewhere = trimmed === path || trimmed.startsWith('//') || !isPage(trimmed)
    if (!isElsewhere) return reply.redirect(trimmed + (query ?? ''), 301)
    return reply
      .code(404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(page)
  })
}
