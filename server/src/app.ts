import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { messageKinds, primaryHospitalId } from '@zhenyue/contract'
import Fastify, { type FastifyRequest } from 'fastify'
import { accountRoutes, sessionRoutes } from './admins/account-routes.ts'
import { adminRoutes, authenticator } from './admins/routes.ts'
import { totpRoutes } from './admins/totp-routes.ts'
import { apiKeyRoutes, withKeys } from './api-keys/routes.ts'
import { keyPrefix } from './api-keys/store.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { consentRoutes } from './consents/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { listContent } from './content/store.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { contentVersion } from './db/content-version.ts'
import { queueFigures } from './db/deliveries.ts'
import { isReachable, poolFigures } from './db/open.ts'
import { isUnavailable } from './db/unavailable.ts'
import type { Deps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import { Exports } from './export/exports.ts'
import { funnelRoutes } from './funnel/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { readHome } from './home/store.ts'
import { hospitalRoutes } from './hospitals/routes.ts'
import { findHospital, listHospitals } from './hospitals/store.ts'
import { acceptJsonBodies } from './http/body.ts'
import { allowOrigins, isPicture } from './http/cors.ts'
import { badRequest, handleErrors, notFound, refuse } from './http/errors.ts'
import { Gate } from './http/gate.ts'
import { everyAnswer, isOneHost } from './http/headers.ts'
import { health } from './http/health.ts'
import { createLimits } from './http/limits.ts'
import { createLogStream, logSerializers, RequestLog } from './http/logging.ts'
import { phoneProof } from './http/phone-proof.ts'
import { ResponseCache } from './http/response-cache.ts'
import { createHttpServer, refuseMalformed } from './http/server.ts'
import { leadImportRoutes } from './lead-import/routes.ts'
import { followRoutes } from './leads/follow-routes.ts'
import { leadRoutes } from './leads/routes.ts'
import { codeSender } from './messages/send-code.ts'
import { metaRoutes } from './meta/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { readSettings } from './messages/settings-store.ts'
import { peopleRoutes } from './people/routes.ts'
import { phoneProofRoutes } from './phone-proofs/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { robotRoutes } from './robots/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { securityLog, securityLogRoutes } from './security-log/routes.ts'
import { selfTestRoutes } from './self-test/routes.ts'
import { SelfTestVersions } from './self-test/versions.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { version } from './version.ts'
import { docs } from './web/docs.ts'
import { pages } from './web/pages.ts'
import { webhookRoutes } from './webhooks/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts what receivers and patients were told. */
    told: (kind: string, result: string) => void
  }
}

/**
 * Has a token that is looked at before anything is asked of the database. What is no token of ours goes no further; the
 * key of another system cannot be told from an invented one so cheaply.
 */
const mayBeStaff = ({ headers: { authorization }, routeOptions }: FastifyRequest) =>
  routeOptions.config.knowsStaff === true &&
  authorization !== undefined &&
  !authorization.slice('Bearer '.length).startsWith(keyPrefix)

function noSchemas(): never {
  throw new Error('a route has a schema of Fastify')
}

export async function buildApp(deps: Deps) {
  const { config, db, time } = deps
  const cache = new ResponseCache(() => contentVersion(db), time.now)
  const gate = new Gate({ inFlight: 128, wait: 100 })
  const log = createLogStream((lines) => app.log.warn({ lines }, 'log lines were dropped'))
  const requestLog = new RequestLog(config.logLevel, log.stream)
  const app = Fastify({
    logger: config.logLevel !== 'silent' && {
      level: config.logLevel,
      serializers: logSerializers,
      stream: log.stream,
    },
    logController: requestLog,
    // Every line of a request names it; a logger for each request would only cost time.
    childLoggerFactory: (logger) => logger,
    // Contract and stores say what comes in and goes out: Fastify need not even load its own compilers for that.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    // Longer than any request line: an id of whatever length is answered as unknown by its own route.
    routerOptions: { maxParamLength: 32_768 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
    serverFactory: (handle) =>
      createHttpServer((request, response) =>
        cache.serve(request, response, () => handle(request, response)),
      ),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      refuse(reply, error.code === 'FST_ERR_BAD_URL' ? badRequest('请求地址格式错误') : notFound())
      requestLog.requestCompleted(null, request, reply)
    },
  })
  const hasOrigins = config.corsOrigins.length > 0
  const dependsOnOrigins = ({ url, headers }: IncomingMessage) =>
    hasOrigins && (headers.origin !== undefined || isPicture(url!))
  cache.isOpen = (request) => !app.isLeaving() && !dependsOnOrigins(request)
  cache.answered = (answered) => requestLog.write(answered)
  app.decorate('cache', cache)
  app.decorate('gate', gate)
  app.decorate('exports', new Exports())
  app.decorate('authenticate', withKeys(deps, authenticator(deps)))
  const security = securityLog(deps, (err) => app.log.error({ err }, 'writing the security log failed'))
  app.decorate('securityLog', security.log)
  app.addHook('preClose', security.end)
  app.addHook('onResponse', ({ caller }, { statusCode }, done) => {
    if (statusCode === 403 && caller) security.log('permission.refused', caller.actor)
    done()
  })
  app.decorate('limits', createLimits(config.rateLimits, time.now))
  app.decorate('phoneProof', phoneProof(config, time.now))
  app.decorateRequest('caller', undefined)
  app.decorate('told', () => {})
  app.decorate('eventStreams', () => 0)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...everyAnswer })
    if (!isOneHost(request.headers.host)) return done(badRequest('请求格式错误'))
    // A service that is only busy must not be taken for dead.
    if (!gate.isFull() || request.url === '/livez' || mayBeStaff(request)) return done()
    gate.refuse().catch(done)
  })

  handleErrors(app, isUnavailable)
  acceptJsonBodies(app)
  health(app, () => isReachable(db))
  if (config.metricsPort !== undefined) {
    const { serveMetrics } = await import('./http/metrics.ts')
    const where = { host: config.host, port: config.metricsPort }
    const { observe, told } = serveMetrics(app, where, log.dropped, {
      queue: () => queueFigures(db, time.now()),
      pool: () => poolFigures(db),
      replicaLag: deps.replicaLag,
      build: { version, node: process.version, engine: config.database.engine },
    })
    app.told = told
    cache.answered = (answered) => {
      requestLog.write(answered)
      observe(answered)
    }
  }
  if (hasOrigins) {
    await allowOrigins(app, config.corsOrigins)
  }

  const selfTests = new SelfTestVersions(db)
  leadRoutes(app, deps, selfTests)
  followRoutes(app, deps, selfTests)
  leadImportRoutes(app, deps)
  appointmentRoutes(app, deps)
  homeRoutes(app, deps)
  contentRoutes(app, deps)
  uploadRoutes(app)
  pictureRoutes(app, deps)
  hospitalRoutes(app, deps)
  adminRoutes(app, deps)
  totpRoutes(app, deps)
  accountRoutes(app, deps)
  sessionRoutes(app, deps)
  apiKeyRoutes(app, deps)
  auditRoutes(app, deps)
  securityLogRoutes(app, deps)
  peopleRoutes(app, deps)
  dashboardRoutes(app, deps)
  funnelRoutes(app, deps)
  eventRoutes(app, deps)
  webhookRoutes(app, deps)
  robotRoutes(app, deps)
  messageRoutes(app, deps)
  calendarRoutes(app, deps)
  scheduleRoutes(app, deps)
  selfTestRoutes(app, deps, selfTests)
  phoneProofRoutes(app, deps, codeSender(deps))
  consentRoutes(app, deps)
  metaRoutes(app, deps)
  docs(app, version, config.publicUrl)
  const readSite = async () => {
    const [primary, hospitals, home, banners, settings] = await Promise.all([
      findHospital(db, primaryHospitalId),
      listHospitals(db),
      readHome(db),
      listContent(db, time, 'banners', { enabled: true }),
      readSettings(db),
    ])
    const { phoneProof, consent } = config.access
    const messages = messageKinds.filter((kind) => config.sms.provider !== 'none' && settings[kind].enabled)
    return {
      hospital: primary ?? hospitals[0],
      messages,
      ...(phoneProof !== 'off' && { phoneProof }),
      ...(consent === 'required' && { consent }),
      ...(home && { front: { home: home.document, banners } }),
    }
  }
  const readClock = () => ({ today: time.dayOf(time.now()), utcOffset: time.utcOffset() })
  await pages(app, { readSite, readClock })
  return app
}
