import { createServer } from 'node:http'
import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { listenError } from './listen-error.ts'
import { routeOf, type Answered } from './logging.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many consoles listen for what is new. */
    eventStreams: () => number
  }
}

const helpOf = { zhenyue_bookings_total: 'Bookings acknowledged', zhenyue_leads_total: 'Leads acknowledged' }

/** By the route that makes one. */
const makers: Record<string, keyof typeof helpOf> = {
  [api.appointments.create.path]: 'zhenyue_bookings_total',
  [api.appointments.book.path]: 'zhenyue_bookings_total',
  [api.leads.submit.path]: 'zhenyue_leads_total',
}

/**
 * Prometheus figures on a port of their own, so that no proxy publishes them by accident.
 * Answers how to count a request that the router did not see, and what was told.
 */
export function serveMetrics(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  droppedLogLines: { inAll: number },
  read: {
    queue: () => Promise<{ count: number; oldest: number }>
    pool: () => { total: number; idle: number; waiting: number }
    replicaLag: (() => number) | undefined
    build: Record<'version' | 'node' | 'engine', string>
  },
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines that nobody took in time',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(droppedLogLines.inAll)
    },
  })
  const told = new Counter({
    name: 'told_total',
    help: 'What receivers and patients were told, by kind and result',
    labelNames: ['kind', 'result'],
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'deliveries_oldest_seconds',
    help: 'The age of the oldest delivery that waits',
    registers: [registry],
  })
  new Gauge({
    name: 'deliveries_waiting',
    help: 'Deliveries that wait for webhooks and robots',
    registers: [registry],
    async collect() {
      // The other figures are wanted most when the database cannot be asked.
      const queue = await read.queue().catch(() => ({ count: NaN, oldest: NaN }))
      this.set(queue.count)
      oldest.set(queue.oldest)
    },
  })
  new Gauge({
    name: 'zhenyue_build_info',
    help: 'What runs: always 1',
    labelNames: ['version', 'node', 'engine'],
    registers: [registry],
  }).set(read.build, 1)
  new Gauge({
    name: 'zhenyue_database_connections',
    help: 'Connections to the database, and what waits for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = read.pool()
      for (const [state, count] of Object.entries({ idle, waiting, busy: total - idle }))
        this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'zhenyue_event_streams',
    help: 'Consoles that listen for what is new',
    registers: [registry],
    collect() {
      this.set(app.eventStreams())
    },
  })
  const { replicaLag } = read
  if (replicaLag) {
    new Gauge({
      name: 'zhenyue_replica_lag_seconds',
      help: 'How far the replica of REPORTS_URL is behind; NaN while it is out of reach',
      registers: [registry],
      collect() {
        this.set(replicaLag())
      },
    })
  }
  const made = Object.entries(makers).map(([path, name]) => ({
    path,
    counter:
      (registry.getSingleMetric(name) as Counter | undefined) ??
      new Counter({ name, help: `${helpOf[name]}, by this instance`, registers: [registry] }),
  }))
  const observe = ({ method, route, status, ms }: Omit<Answered, 'reqId'>) =>
    seconds.observe({ method, route, status }, ms / 1000)
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request.routeOptions.url)
    const method = route === 'unknown' ? 'any' : request.method
    observe({ method, route, status: reply.statusCode, ms: reply.elapsedTime })
    if (request.method === 'POST' && reply.statusCode === 200) {
      made.find(({ path }) => path === route)?.counter.inc()
    }
    done()
  })

  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  // Not before all else is ready: a start that fails must not leave it listening.
  app.addHook('onReady', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, host, resolve)
    await promise.catch((error) => {
      throw listenError(error, { host, port, variable: 'METRICS_PORT' })
    })
  })
  app.addHook('onClose', async () => void server.close())
  return { observe, told: (kind: string, result: string) => told.inc({ kind, result }) }
}
