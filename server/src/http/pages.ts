import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const assets = new URL('../../assets/', import.meta.url)

/** The pictures that come with the product at `/media/`, and at `/` a page that says where things are. */
export function pages(app: FastifyInstance) {
  app.register(fastifyStatic, {
    root: fileURLToPath(new URL('media/', assets)),
    prefix: '/media/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
  })
  const page = readFileSync(new URL('index.html', assets))
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .send(page),
  )
}
