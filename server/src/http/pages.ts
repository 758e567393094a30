import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Banner, HomeDocument, Hospital } from '@zhenyue/contract'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveConsole } from './console.ts'
import { etagOf, namesTag } from './etag.ts'
import { createPictures } from './pictures.ts'
import { atWork } from './pressure.ts'

const assets = new URL('../../assets/', import.meta.url)
const patientClient = new URL('../../../patient/dist/', import.meta.url)

export interface Site {
  hospital?: Hospital | undefined
  front?: { home: HomeDocument; banners: Banner[] } | undefined
  /** The hospital's day, `YYYY-MM-DD`, and by how many minutes its clocks are ahead of UTC. */
  today?: string
  utcOffset?: number
}

/** What a page needs to know: the hospital, and for the home page its content. */
export type ReadSite = (withFront: boolean) => Promise<Site>

/** The patient client's own half of the server, made by its build. */
interface Client {
  paths: string[]
  policy: string
  isHome(path: string): boolean
  variantOf(cookies: string): string
  renderPage(path: string, cookies: string, site: Site): string
}

/** The patient client at its paths, and the pictures that come with the product at `/media/`. */
export async function pages(app: FastifyInstance, readSite: ReadSite, built = patientClient) {
  app.register(fastifyStatic, {
    root: fileURLToPath(new URL('media/', assets)),
    prefix: '/media/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
  })
  serveConsole(app)
  const renderer = new URL('server/server.js', built)
  if (existsSync(renderer)) return serveClient(app, (await import(renderer.href)) as Client, readSite, built)

  const page = readFileSync(new URL('index.html', assets))
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .send(page),
  )
}

interface Page {
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

const mostPages = 64

function serveClient(app: FastifyInstance, client: Client, readSite: ReadSite, built: URL) {
  app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', built)),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })

  const lift = createPictures(app, () => atWork(readSite(true)))
  const rendered = new Map<string, Page>()
  /** Pages depend on nothing but their content and the reader's view, and most are asked for again. */
  function pageFor(path: string, cookies: string, site: Site): Page {
    const key = `${path} ${client.variantOf(cookies)} ${JSON.stringify(site)}`
    let page = rendered.get(key)
    if (!page) {
      const html = client.renderPage(path, cookies, site)
      page = { plain: Buffer.from(html), etag: etagOf(html) }
      if (rendered.size >= mostPages) rendered.clear()
      rendered.set(key, page)
    }
    return page
  }

  for (const path of client.paths) {
    app.get(path, async (request, reply) => {
      const [address = '/'] = request.url.split('?')
      // A page is there also where the database is not: it then shows what the phone has kept.
      const site = await atWork(readSite(client.isHome(address)))
        .then(lift)
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'page without content')
          return {}
        })
      const page = pageFor(address, request.headers.cookie ?? '', site)
      reply.type('text/html; charset=utf-8').headers({
        'content-security-policy': client.policy,
        'cache-control': 'private, no-cache',
        vary: 'cookie, accept-encoding',
        etag: page.etag,
      })
      if (namesTag(request.headers['if-none-match'] ?? '', page.etag)) return reply.code(304).send()
      return sendCompressed(page, request, reply)
    })
  }
}

function sendCompressed(page: Page, request: FastifyRequest, reply: FastifyReply) {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) {
    page.br ??= brotliCompressSync(page.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    return reply.header('content-encoding', 'br').send(page.br)
  }
  if (/\bgzip\b/.test(accepted)) {
    page.gzip ??= gzipSync(page.plain)
    return reply.header('content-encoding', 'gzip').send(page.gzip)
  }
  return reply.send(page.plain)
}
