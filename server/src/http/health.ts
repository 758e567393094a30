import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves on for so many milliseconds while those who would send requests here learn to send them elsewhere. */
    drain: (ms: number) => Promise<void>
    /** No longer wants requests: it drains or stops. */
    isLeaving: () => boolean
  }
}

/** Milliseconds for which what a proxy may ask elsewhere is refused: less than it leaves an instance alone after that. */
const refusing = 1000

const wait = (ms: number) => new Promise<void>((over) => setTimeout(over, ms))

/** `/livez`: the process runs. `/readyz`: it can serve, which ends when the database is gone or a stop has begun. */
export function health(app: FastifyInstance, isReady: () => Promise<boolean>) {
  let draining = false
  let refusesSome = false
  let stopping = false
  app.decorate('isLeaving', () => draining || stopping)
  app.decorate('drain', async (ms: number) => {
    if (ms === 0) return
    draining = true
    await wait(ms)
    // A proxy that does not ask /readyz learns it from the first of these, and has sent all else when this is over.
    refusesSome = true
    await wait(refusing)
  })
  app.addHook('preClose', async () => {
    stopping = true
    // Connections that were busy when the stop began are closed once they have their answer.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (app.isLeaving()) reply.header('connection', 'close')
    // A POST is never sent to another instance once it was sent to this one.
    if (stopping || (refusesSome && request.method !== 'POST')) return done(unavailable())
    done()
  })
  app.get('/livez', async () => ({ code: 0, message: 'ok' }))
  app.get('/readyz', async () => {
    if (draining || !(await isReady())) throw unavailable()
    return { code: 0, message: 'ok' }
  })
}
