import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { namesTag } from './etag.ts'
import { everyAnswer, isUsual, json } from './headers.ts'
import type { Answered } from './observe.ts'

/** An answer as it is sent. */
interface Ready {
  version: number
  route: string
  etag: string
  body: Buffer
  /** Names and values in turn. */
  headers: string[]
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
    this.#ready.set(url, { version, route, etag, body: bytes, headers: Object.entries(headers).flat() })
  }

  #forgetAll(bytes = 0) {
    this.#ready.clear()
    this.#bytes = bytes
  }

  /** Answers at once what is ready; whatever else goes on to be handled. */
  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      const ready = this.#find(request)
      if (!ready) return handle(request, response)
      const began = performance.now()
      const send = (version: number) => {
        if (version === ready.version) return this.#send(ready, request, response, began)
        this.#forgetAll()
        handle(request, response)
      }
      let version: number | Promise<number>
      try {
        version = this.version()
      } catch {
        return handle(request, response)
      }
      if (typeof version === 'number') return send(version)
      version.then(send, () => handle(request, response))
    }
  }

  #find({ method, url, headers }: IncomingMessage): Ready | undefined {
    return method === 'GET' && !this.isStopped && isUsual(headers) ? this.#ready.get(url!) : undefined
  }

  #send(ready: Ready, { headers }: IncomingMessage, response: ServerResponse, began: number) {
    const { route, etag, body } = ready
    const known = headers['if-none-match']
    const isKnown = known !== undefined && (known === etag || namesTag(known, etag))
    const status = isKnown ? 304 : 200
    const reqId = randomUUID()
    const length = isKnown ? [] : ['content-length', String(body.length)]
    response.writeHead(status, ['x-request-id', reqId, ...ready.headers, ...length])
    response.end(isKnown ? undefined : body)
    this.answered({ reqId, method: 'GET', route, status, took: performance.now() - began })
  }
}
