import { randomUUID } from 'node:crypto'
import { primaryHospitalId } from '@zhenyue/contract'
import Fastify from 'fastify'
import { accountRoutes, sessionRoutes } from './admins/account-routes.ts'
import { adminRoutes, authenticator } from './admins/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { listContent } from './content/store.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { contentVersion } from './db/content-version.ts'
import { isReachable } from './db/open.ts'
import { isUnavailable } from './db/unavailable.ts'
import type { Deps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { readHome } from './home/store.ts'
import { hospitalRoutes } from './hospitals/routes.ts'
import { findHospital, listHospitals } from './hospitals/store.ts'
import { acceptJsonBodies } from './http/body.ts'
import { docs } from './http/docs.ts'
import { Documents } from './http/documents.ts'
import { answerClientError, badRequest, handleErrors, notFound, refusalFor, refuse } from './http/errors.ts'
import { Exports } from './http/export.ts'
import { everyAnswer } from './http/headers.ts'
import { health } from './http/health.ts'
import { Lane } from './http/lane.ts'
import { addressReader, createWriteLimit } from './http/limits.ts'
import { logSerializers, logStream, RequestLog, requestLine } from './http/observe.ts'
import { pages } from './http/pages.ts'
import { allowCrowd } from './http/pressure.ts'
import { createPatientServer } from './http/server.ts'
import { leadRoutes } from './leads/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { version } from './version.ts'

function noSchemas(): never {
  throw new Error('a route has a schema of Fastify')
}

export async function buildApp(deps: Deps) {
  const { config, db, time } = deps
  // SQLite's writer takes all that wait together.
  if (config.database.engine === 'sqlite') allowCrowd({ few: 400, most: 800 })
  const log = new RequestLog()
  const stream = config.logLevel === 'silent' ? undefined : logStream()
  const documents = new Documents(() => contentVersion(db))
  const countWrite = config.rateLimits ? createWriteLimit(time.now) : undefined
  const addressOf = addressReader(config.trustProxy)
  const lane = new Lane({
    documents,
    hasOrigins: config.corsOrigins.length > 0,
    countWrite: countWrite && ((request) => countWrite(addressOf(request))),
    refusalFor: (error, reqId) =>
      refusalFor(error, isUnavailable, (err) => app.log.error({ reqId, err }, 'request failed')),
  })
  const app = Fastify({
    logger: stream && { level: config.logLevel, serializers: logSerializers, stream },
    logController: log,
    // Contract and stores say what comes in and goes out: Fastify need not even load its own compilers for that.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    // Longer than any request line: an id of whatever length is answered as unknown by its own route.
    routerOptions: { maxParamLength: 32_768 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    serverFactory: (handle) => createPatientServer((ask) => lane.find(ask), handle),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      refuse(reply, error.code === 'FST_ERR_BAD_URL' ? badRequest('请求地址格式错误') : notFound())
      log.requestCompleted(null, request, reply)
    },
  })
  const tellsAll = ['info', 'debug', 'trace'].includes(config.logLevel)
  if (stream && tellsAll) lane.answered = requestLine(stream)
  app.addHook('preClose', async () => void (lane.isStopped = true))
  app.decorate('lane', lane)
  app.decorate('documents', documents)
  app.decorate('exports', new Exports())
  app.decorate('authenticate', authenticator(deps))
  app.decorate('countWrite', countWrite)
  app.decorateRequest('caller', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...everyAnswer })
    const { host = ',' } = request.headers
    // None, or more than one: the server joins what is repeated.
    done(host.includes(',') ? badRequest('请求格式错误') : undefined)
  })

  handleErrors(app, isUnavailable)
  acceptJsonBodies(app)
  health(app, () => isReachable(db))
  if (config.metricsPort !== undefined) {
    const { serveMetrics } = await import('./http/metrics.ts')
    await serveMetrics(app, { host: config.host, port: config.metricsPort })
  }
  if (config.corsOrigins.length > 0) {
    await app.register(import('@fastify/cors'), {
      origin: config.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['content-disposition', 'etag', 'retry-after', 'x-request-id'],
    })
  }

  leadRoutes(app, deps)
  appointmentRoutes(app, deps)
  homeRoutes(app, deps)
  contentRoutes(app, deps)
  uploadRoutes(app)
  hospitalRoutes(app, deps)
  adminRoutes(app, deps)
  accountRoutes(app, deps)
  sessionRoutes(app, deps)
  auditRoutes(app, deps)
  peopleRoutes(app, deps)
  dashboardRoutes(app, deps)
  eventRoutes(app, deps)
  docs(app, version)
  await pages(app, async (withFront) => {
    const [hospital, home, banners] = await Promise.all([
      findHospital(db, primaryHospitalId).then(async (found) => found ?? (await listHospitals(db))[0]),
      withFront ? readHome(db) : undefined,
      withFront ? listContent(db, time, 'banners', { enabled: true }) : [],
    ])
    const now = time.now()
    const utcOffset = Math.round((Date.parse(`${time.show(now).replace(' ', 'T')}Z`) - now) / 60_000)
    return {
      hospital,
      today: time.dayOf(now),
      utcOffset,
      ...(home && { front: { home: home.document, banners } }),
    }
  })
  return app
}
