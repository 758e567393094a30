import type { FastifyInstance } from 'fastify'

/** Seconds for which a browser need not ask again; more is not kept by any. */
const preflightAge = 7200

/** Those that documents name, and those that come with the product. */
export const isPicture = (url: string) => /^\/(?:pictures|media)\//.test(url)

/** Lets pages of other origins call. */
export async function allowOrigins(app: FastifyInstance, origins: string[]) {
  await app.register(import('@fastify/cors'), {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['content-disposition', 'etag', 'retry-after', 'x-request-id'],
    maxAge: preflightAge,
  })
  // Pictures are kept on the way, so they must not differ by who asks: an `img` of another site names no origin.
  app.addHook('onRequest', (request, reply, done) => {
    if (isPicture(request.url)) {
      reply.removeHeader('vary').headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
    }
    done()
  })
}
