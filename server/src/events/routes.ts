import { Readable } from 'node:stream'
import { allows, api, eventMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { callerOf } from '../http/auth.ts'
import { Refusal, unavailable } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { Live, type Listener } from './live.ts'

const mostListeners = 200
const mostOfOneAccount = 10
/** Milliseconds between looks at whether the session still stands, and between comments that keep the connection. */
const tick = 5000
/** Bytes that a caller may leave unread. */
const mostUnread = 64 * 1024
const retryAfter = 5

export function eventRoutes(app: FastifyInstance, { db, time }: Deps) {
  /** How to end each of the streams, and whose it is. */
  const ends = new Map<() => void, string>()
  app.eventStreams = () => ends.size
  const live = new Live(db, time, (error) => app.log.error({ err: error }, 'looking for changes failed'))
  let isOver = false
  app.addHook('preClose', async () => {
    isOver = true
    for (const end of ends.keys()) end()
  })

  route(app, api.events.listen, async ({ caller }, request, reply) => {
    // Asked for before the stop began, and known only now.
    if (isOver) throw unavailable()
    const { id } = caller.admin
    const own = [...ends.values()].filter((owner) => owner === id).length
    if (ends.size >= mostListeners || own >= mostOfOneAccount) {
      throw new Refusal(503, eventMessages.tooMany, retryAfter)
    }
    const { raw } = reply
    const stream = new Readable({ read() {} })
    const tell: Listener = ({ kind, ...event }) => {
      // The role may have changed since the stream began.
      const role = request.caller?.admin?.role
      if (kind === 'lead' && (role === undefined || !allows(role, 'leads.look'))) return
      stream.push(`event: ${kind}\ndata: ${JSON.stringify(event)}\n\n`)
    }
    const end = () => {
      if (!ends.delete(end)) return
      clearInterval(timer)
      live.remove(tell)
      stream.push(null)
    }
    ends.set(end, id)
    stream.once('close', end)

    const timer = setInterval(async () => {
      if (stream.readableLength + raw.writableLength > mostUnread) return void stream.destroy()
      stream.push(': still here\n\n')
      try {
        await callerOf(request, api.events.listen, app.authenticate)
      } catch (error) {
        // Where the database cannot be asked, the stream goes on.
        if (error instanceof Refusal) end()
      }
    }, tick)
    try {
      await live.add(tell)
    } catch (error) {
      stream.destroy()
      throw error
    }
    if (raw.destroyed) stream.destroy()
    reply.header('content-type', 'text/event-stream')
    // A proxy must not hold back what comes.
    reply.header('x-accel-buffering', 'no')
    stream.push('retry: 3000\n\n')
    return stream
  })
}
