import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { consoleFolder } from '../folders.ts'

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Fields that grow with their text write their height into attributes.
    "style-src-attr 'unsafe-inline'",
    // Pictures may lie wherever the hospital keeps them.
    "img-src 'self' data: blob: https: http:",
    "connect-src 'self'",
    // The home editor shows the patient client.
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The staff console at `/console/`: one page for all its addresses. */
export function serveConsole(app: FastifyInstance, built = consoleFolder) {
  const file = new URL('index.html', built)
  if (!existsSync(file)) return
  const page = readFileSync(file, 'utf8')
  app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', built)),
    prefix: '/console/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  app.get('/console', (_request, reply) => reply.redirect('/console/'))
  app.get('/console/*', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
      .send(page.replace('{nonce}', nonce))
  })
}
