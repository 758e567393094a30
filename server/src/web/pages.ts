import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Banner, HomeDocument, Hospital, MessageKind } from '@zhenyue/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assetsFolder, patientFolder } from '../folders.ts'
import { etagOf } from '../http/etag.ts'
import { sendReady } from '../http/route.ts'
import { compress, encodingFor } from './compress.ts'
import { serveConsole } from './console.ts'
import { serveFiles } from './files.ts'
import { serveNotFound } from './not-found.ts'
import { servePictures } from './pictures.ts'

/** What pages need to know: the hospital, and for the home page its content. */
export interface Site {
  hospital?: Hospital | undefined
  front?: { home: HomeDocument; banners: Banner[] } | undefined
  /** What the hospital sends to the phone of a patient. */
  messages?: MessageKind[]
  /** Where patients have to prove their number, if anywhere. */
  phoneProof?: 'list' | 'all'
  /** Whether they have to agree to the privacy policy. */
  consent?: 'required'
}

/** The hospital's day, `YYYY-MM-DD`, and by how many minutes its clocks are ahead of UTC. */
export interface Clock {
  today: string
  utcOffset: number
}

export type ReadSite = () => Promise<Site>

interface Sources {
  readSite: ReadSite
  readClock(): Clock
}

/** The patient client's own half of the server, made by its build. */
interface Client {
  paths: string[]
  policy: string
  /** The screen at a path, undefined where there is none. */
  screenAt(path: string): string | undefined
  variantOf(cookies: string): string
  renderPage(path: string, cookies: string, site: Site & Clock): string
}

/** The patient client at its paths, and the pictures that come with the product at `/media/`. */
export async function pages(app: FastifyInstance, sources: Sources, built = patientFolder) {
  serveFiles(app, '/media/', new URL('media/', assetsFolder))
  serveFiles(app, '/', new URL('root/', assetsFolder))
  serveConsole(app)
  const renderer = new URL('server/server.js', built)
  if (existsSync(renderer)) return serveClient(app, (await import(renderer.href)) as Client, sources, built)

  serveNotFound(app, () => false)
  const page = readFileSync(new URL('index.html', assetsFolder))
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .send(page),
  )
}

function serveClient(app: FastifyInstance, client: Client, { readSite, readClock }: Sources, built: URL) {
  app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', built)),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  serveNotFound(app, (path) => client.screenAt(path) !== undefined)
  const { cache } = app
  const readSiteLifted = servePictures(app, readSite)

  /** A page depends on its screen, the reader's view, the content and the day, and on nothing else of a request. */
  const keyOf = (screen: string, { headers }: { headers: IncomingHttpHeaders }) =>
    `${screen} ${readClock().today} ${client.variantOf(headers.cookie ?? '')} ${encodingFor(headers)}`
  const addressOf = (url: string) => url.split('?', 1)[0]!
  const readyByUrl = cache.keyOf
  cache.keyOf = (request) => {
    const screen = request.url!.startsWith('/api/') ? undefined : client.screenAt(addressOf(request.url!))
    return screen === undefined ? readyByUrl(request) : keyOf(screen, request)
  }

  async function render(address: string, request: FastifyRequest, site: Site) {
    const html = client.renderPage(address, request.headers.cookie ?? '', { ...site, ...readClock() })
    const { body, header } = await compress(Buffer.from(html), encodingFor(request.headers))
    return {
      route: request.routeOptions.url!,
      etag: etagOf(html),
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': client.policy,
        'cache-control': 'private, no-cache',
        vary: 'cookie, accept-encoding',
        ...header,
      },
      body,
    }
  }

  for (const path of client.paths) {
    app.get(path, async (request, reply) => {
      const address = addressOf(request.url)
      const screen = client.screenAt(address) ?? 'home'
      try {
        const page = await cache.read(keyOf(screen, request), async (version) => ({
          ...(await render(address, request, await readSiteLifted(screen === 'home'))),
          version,
        }))
        return sendReady(page, request, reply)
      } catch (error) {
        // A page is there also where the database is not: it then shows what the phone has kept.
        request.log.error({ reqId: request.id, err: error }, 'page without content')
        return sendReady({ ...(await render(address, request, {})), version: 0 }, request, reply)
      }
    })
  }
}
