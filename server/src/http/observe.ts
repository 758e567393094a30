import { createServer } from 'node:http'
import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The template, never the address itself: that may hold an id or a phone number. */
const routeOf = (url: string | undefined) => url ?? 'unknown'

/** One line a request, in place of Fastify's own two, which would tell the address. */
export class RequestLog extends LogController {
  override incomingRequest() {}
  override routeNotFound() {}
  override defaultErrorLog() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    reply.log[error ? 'error' : 'info'](
      {
        method: request.method,
        route: routeOf(request.routeOptions.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  }
}

/** A fault is logged by where it happened: its message may quote what a patient sent, and so may an address. */
export const logSerializers = {
  err(error: Error & { code?: string; errcode?: number }) {
    const { message, stack = '' } = error
    // The stack begins with the message, whose lines may look like frames.
    const frames = stack
      .slice(stack.includes(message) ? stack.indexOf(message) + message.length : stack.length)
      .split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
    return {
      type: error.name,
      code: error.code,
      errcode: error.errcode,
      message: '',
      stack: frames?.join('\n') ?? '',
    }
  },
  req: () => ({}),
}

/** Prometheus figures on a port of their own, so that no proxy publishes them by accident. */
export async function serveMetrics(app: FastifyInstance, { host, port }: { host: string; port: number }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request.routeOptions.url)
    const method = route === 'unknown' ? 'any' : request.method
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  app.addHook('onClose', async () => void server.close())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
}
