import { randomUUID } from 'node:crypto'
import { namesTag } from './etag.ts'
import { everyAnswer, isUsual, json } from './headers.ts'
import { headLines, type Request, type Response } from './messages.ts'
import type { Answered } from './observe.ts'
import type { Handle } from './server.ts'

/** An answer as it is sent. */
interface Ready {
  version: number
  route: string
  etag: string
  /** One character for each byte. */
  body: string
  lines: string
  lengthLine: string
}

const most = { documents: 100, bytes: 16 * 1024 * 1024 }

/**
 * Answers to what anyone may read, ready to be sent until any of it changes, here or on another instance.
 * That is asked of the database for every request; those that arrived together share the question.
 */
export class Documents {
  readonly #readVersion: () => number | Promise<number>
  readonly #ready = new Map<string, Ready>()
  #bytes = 0
  #version: number | Promise<number> | undefined
  isStopped = false
  answered: (answered: Answered) => void = () => {}

  constructor(readVersion: () => number | Promise<number>) {
    this.#readVersion = readVersion
  }

  /** Raised by every change. */
  version(): number | Promise<number> {
    if (this.#version === undefined) {
      this.#version = this.#readVersion()
      // Whatever comes in later has to ask again.
      setImmediate(() => (this.#version = undefined))
    }
    return this.#version
  }

  keep(url: string, route: string, version: number, etag: string, body: string) {
    const bytes = Buffer.from(body)
    this.#bytes += bytes.length
    if (this.#ready.size >= most.documents || this.#bytes > most.bytes) this.#forgetAll(bytes.length)
    const headers = { ...everyAnswer, 'cache-control': 'no-cache', 'content-type': json, etag }
    this.#ready.set(url, {
      version,
      route,
      etag,
      body: bytes.toString('latin1'),
      lines: headLines(headers),
      lengthLine: headLines({ 'content-length': String(bytes.length) }),
    })
  }

  #forgetAll(bytes = 0) {
    this.#ready.clear()
    this.#bytes = bytes
  }

  /** Answers at once what is ready; whatever else goes on to be handled. */
  before(handle: Handle): Handle {
    return (request, response, began) => {
      const ready = this.#find(request, response)
      if (!ready) return handle(request, response, began)
      let version: number | Promise<number>
      try {
        version = this.version()
      } catch {
        return handle(request, response, began)
      }
      if (version === ready.version) return this.#send(ready, request, response, began)
      const outdated = () => {
        this.#forgetAll()
        handle(request, response, began)
      }
      if (typeof version === 'number') return outdated()
      version.then(
        (known) => (known === ready.version ? this.#send(ready, request, response, began) : outdated()),
        () => handle(request, response, began),
      )
    }
  }

  #find({ method, url, headers }: Request, response: Response): Ready | undefined {
    if (method !== 'GET' || this.isStopped) return undefined
    return isUsual(headers, response) ? this.#ready.get(url!) : undefined
  }

  #send(ready: Ready, request: Request, response: Response, began: number) {
    request.takeNothing()
    const { route, etag, body, lines, lengthLine } = ready
    const known = request.headers['if-none-match']
    const isKnown = known !== undefined && (known === etag || namesTag(known, etag))
    const status = isKnown ? 304 : 200
    const reqId = randomUUID()
    const head = `x-request-id: ${reqId}\r\n${lines}`
    if (isKnown) response.sendWhole(304, head, '')
    else response.sendWhole(200, head + lengthLine, body)
    this.answered({ reqId, method: 'GET', route, status, took: performance.now() - began })
  }
}
