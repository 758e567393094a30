import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors.ts'

/** `/livez`: the process runs. `/readyz`: it can serve, which ends when the database is gone or a stop has begun. */
export function health(app: FastifyInstance, isReady: () => Promise<boolean>) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
    // Connections that were busy when the stop began are closed once they have their answer.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!stopping) return done()
    reply.header('connection', 'close')
    done(unavailable())
  })
  app.get('/livez', async () => ({ code: 0, message: 'ok' }))
  app.get('/readyz', async () => {
    if (!(await isReady())) throw unavailable()
    return { code: 0, message: 'ok' }
  })
}
