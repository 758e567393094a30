import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { namesTag } from './etag.ts'
import { everyAnswer, isOneHost } from './headers.ts'
import type { Answered } from './logging.ts'

/** What anyone may read, as it is sent. */
export interface Ready {
  route: string
  /** The content version it was made of. */
  version: number
  etag: string
  /** For what changes with bookings and the clock: when it ends, and how many writes this instance had answered. */
  until?: { time: number; writes: number }
  headers: Record<string, string>
  /** One character for each byte: node sends head and body of a text as one. */
  body: string
}

interface Kept extends Ready {
  /** Name and value in turns, with room for the request id in the second place. */
  head: string[]
  headWithBody: string[]
}

const most = { entries: 200, bytes: 32 * 1024 * 1024 }

const minute = 60_000

const inTurns = (headers: Record<string, string>) => Object.entries(headers).flat()

/**
 * Answers to what anyone may read, ready to be sent until any content changes, here or on another instance.
 * The version of the content is asked of the database for every request; those that were read together share the
 * question. Stands before the router, as a proxy's cache would.
 */
export class ResponseCache {
  readonly #readVersion: () => number | Promise<number>
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()
  readonly #making = new Map<string, Promise<Ready>>()
  #bytes = 0
  #writes = 0
  #version: number | Promise<number> | undefined
  /** By what an answer is kept; undefined for what is not. */
  keyOf: (request: IncomingMessage) => string | undefined = ({ url }) => url
  /** Whether a request may be answered here. */
  isOpen: (request: IncomingMessage) => boolean = () => true
  answered: (answered: Answered) => void = () => {}

  constructor(readVersion: () => number | Promise<number>, now: () => number) {
    this.#readVersion = readVersion
    this.#now = now
  }

  /** Whoever is told of a write sees it in what is read next. */
  noteWrite() {
    this.#writes++
  }

  /** For an answer that is made now, and may be given again for a second, but not beyond a full minute. */
  briefly() {
    const now = this.#now()
    return { time: Math.min(now + 1000, now - (now % minute) + minute), writes: this.#writes }
  }

  #isCurrent({ version, until }: Ready, current: number) {
    if (version !== current || !until) return version === current
    const left = until.time - this.#now()
    // Far more than was given is left where the clock was set back.
    return until.writes === this.#writes && left > 0 && left < 2000
  }

  /** Raised by every change of content. */
  version(): number | Promise<number> {
    if (this.#version === undefined) {
      this.#version = this.#readVersion()
      // Whatever is read later has to ask again.
      setImmediate(() => (this.#version = undefined))
    }
    return this.#version
  }

  /** Answers a request from what is ready, or hands it on. */
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const began = performance.now()
    const key = request.method === 'GET' ? this.keyOf(request) : undefined
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (!kept || !isOneHost(request.headers.host) || !this.isOpen(request)) return next()
    const sendIfCurrent = (version: number) => {
      if (this.#isCurrent(kept, version)) this.#send(kept, request, response, began)
      else next()
    }
    try {
      const version = this.version()
      if (typeof version === 'number') sendIfCurrent(version)
      else version.then(sendIfCurrent).catch(next)
    } catch {
      // The router fails in the same way, and knows how to say so.
      next()
    }
  }

  #send(kept: Kept, request: IncomingMessage, response: ServerResponse, began: number) {
    const known = request.headers['if-none-match']
    const isKnown = known !== undefined && namesTag(known, kept.etag)
    const status = isKnown ? 304 : 200
    const headers = (isKnown ? kept.head : kept.headWithBody).slice()
    const reqId = (headers[1] = randomUUID())
    response.writeHead(status, headers)
    if (isKnown) response.end()
    else response.end(kept.body, 'latin1')
    const ms = performance.now() - began
    this.answered({ reqId, method: 'GET', route: kept.route, status, ms })
  }

  /** What is kept under this key and current, or what is made now; those who come together share it. */
  async read(key: string, make: (version: number) => Promise<Ready>): Promise<Ready> {
    const version = await this.version()
    const kept = this.#kept.get(key)
    if (kept && this.#isCurrent(kept, version)) return kept
    const place = `${version} ${this.#writes} ${key}`
    let making = this.#making.get(place)
    if (!making) {
      making = make(version).finally(() => this.#making.delete(place))
      this.#making.set(place, making)
      making.then((ready) => this.#keep(key, ready)).catch(() => {})
    }
    return making
  }

  #keep(key: string, ready: Ready) {
    const size = ready.body.length
    this.#bytes += size - (this.#kept.get(key)?.body.length ?? 0)
    if (this.#kept.size >= most.entries || this.#bytes > most.bytes) {
      this.#kept.clear()
      this.#bytes = size
    }
    const head = ['x-request-id', '', ...inTurns({ ...everyAnswer, ...ready.headers, etag: ready.etag })]
    const headWithBody = [...head, 'content-length', String(size)]
    this.#kept.set(key, { ...ready, head, headWithBody })
  }
}
