import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '@zhenyue/contract'
import { toOpenApi } from '@zhenyue/contract/openapi'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { assetsFolder } from '../folders.ts'

const assets = new URL('docs/', assetsFolder)
const swaggerUi = new URL('static/', import.meta.resolve('@fastify/swagger-ui/package.json'))

// Swagger UI styles its elements inline; everything else comes from our own files.
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

/** `/openapi.json`, and at `/docs` a page to read it, log in and try calls. */
export function docs(app: FastifyInstance, version: string, publicUrl: string | undefined) {
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((document ??= JSON.stringify(toOpenApi(api, version, publicUrl)))),
  )

  const page = readFileSync(new URL('index.html', assets))
  app.get('/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  app.register(fastifyStatic, {
    root: [fileURLToPath(assets), fileURLToPath(swaggerUi)],
    prefix: '/docs/',
    decorateReply: false,
    index: false,
    // Whatever of these files is a page.
    setHeaders: (reply) => void reply.header('content-security-policy', policy),
  })
}
