import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint } from '@zhenyue/contract'
import { parse as parseQuery } from 'fast-querystring'
import { parseJson } from './body.ts'
import type { Document, Documents } from './documents.ts'
import type { Refusal } from './errors.ts'
import { namesTag } from './etag.ts'
import type { Ask } from './front.ts'
import { everyAnswer, json } from './headers.ts'
import type { Answered } from './observe.ts'
import { headLines, inBytes } from './wire.ts'

/** What is taken of a request as it comes, before it is checked. */
export interface Raw {
  params: unknown
  query: unknown
  body: unknown
}

/** How an operation is answered. */
interface Way {
  answer(raw: Raw, request: { headers: IncomingHttpHeaders }): Promise<unknown>
  envelope(data: string | undefined): string
}

interface Quick extends Way {
  endpoint: Endpoint
  /** What stands before the id, where there is one. */
  prefix: string | undefined
  serve(ask: Ask): void
}

interface Around {
  documents: Documents
  /** Throws for an address that writes too often. */
  countWrite: ((request: Ask) => void) | undefined
  /** What the caller is told of an error. */
  refusalFor(error: unknown, reqId: string): Refusal
  /** Whether pages of other origins may call. */
  hasOrigins: boolean
}

const linesOfAll = headLines({ ...everyAnswer, 'content-type': json })
const linesOfDocuments = headLines({ ...everyAnswer, 'cache-control': 'no-cache', 'content-type': json })
const isPlainJson = (type: string | undefined) =>
  type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)

/**
 * A short way for what patients ask most. It takes only requests in which nothing is unusual, with the same checks
 * and answers; all others go to Fastify, which knows how to deal with them.
 */
export class Lane {
  readonly #around: Around
  /** By path, then by method. */
  readonly #static = new Map<string, Record<string, Quick | undefined>>()
  readonly #withId: Quick[] = []
  isStopped = false
  answered: (answered: Answered) => void = () => {}

  constructor(around: Around) {
    this.#around = around
  }

  /** Every operation is made known, so that an id is not mistaken for another path. */
  add(endpoint: Endpoint, way?: Way) {
    const [prefix, rest] = endpoint.path.split(':id')
    const quick: Quick | undefined = way && {
      endpoint,
      ...way,
      prefix: rest === undefined ? undefined : prefix,
      serve: (ask) => this.#serve(quick!, ask),
    }
    if (rest === undefined)
      this.#static.set(endpoint.path, { ...this.#static.get(endpoint.path), [endpoint.method]: quick })
    else if (quick && rest === '') this.#withId.push(quick)
  }

  find(ask: Ask): ((ask: Ask) => void) | undefined {
    const { method, headers } = ask
    const { host, origin, authorization } = headers
    if (this.isStopped || host!.includes(',') || (origin !== undefined && this.#around.hasOrigins))
      return undefined
    if (method === 'POST' && !hasPlainBody(ask)) return undefined
    const quick = this.#named(method, pathOf(ask.url))
    const isAnonymous = authorization === undefined || quick?.endpoint.auth === 'public'
    return isAnonymous ? quick?.serve : undefined
  }

  #named(method: string, path: string): Quick | undefined {
    const named = this.#static.get(path)
    if (named) return named[method]
    return this.#withId.find(
      ({ endpoint, prefix }) =>
        endpoint.method === method && path.startsWith(prefix!) && /^[\w-]+$/.test(path.slice(prefix!.length)),
    )
  }

  #serve(quick: Quick, ask: Ask) {
    const { endpoint, answer, envelope } = quick
    const reqId = randomUUID()
    const send = (status: number, lines: string, body: string) => {
      ask.send({ status, reqId, lines, body })
      const { method, path: route } = endpoint
      this.answered({ reqId, method, route, status, took: performance.now() - ask.began })
    }
    const sendDocument = ({ etag, body }: Document) => {
      const known = ask.headers['if-none-match']
      const isKnown = known !== undefined && (known === etag || namesTag(known, etag))
      const lines = `etag: ${etag}\r\n${linesOfDocuments}`
      if (isKnown) send(304, lines, '')
      else send(200, lines, body)
    }
    const refuse = (error: unknown) => {
      const { status, code, message, retryAfter } = this.#around.refusalFor(error, reqId)
      const further = retryAfter === undefined ? '' : headLines({ 'retry-after': String(retryAfter) })
      send(status, linesOfAll + further, inBytes(JSON.stringify({ code, message })))
    }
    try {
      if (endpoint.etag) {
        const document = this.#around.documents.read(ask.url, () => answer(rawOf(quick, ask), ask), envelope)
        if (document instanceof Promise) document.then(sendDocument, refuse)
        else sendDocument(document)
        return
      }
      if (endpoint.limited) this.#around.countWrite?.(ask)
      answer(rawOf(quick, ask), ask).then(
        (data) => send(200, linesOfAll, inBytes(envelope(JSON.stringify(data)))),
        refuse,
      )
    } catch (error) {
      refuse(error)
    }
  }
}

const pathOf = (url: string) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

function rawOf({ prefix }: Quick, { method, url, body }: Ask): Raw {
  const path = pathOf(url)
  return {
    params: prefix === undefined ? undefined : { id: path.slice(prefix.length) },
    query: path.length === url.length ? {} : parseQuery(url.slice(path.length + 1)),
    body: method === 'POST' ? parseJson(body) : undefined,
  }
}

const hasPlainBody = ({ headers, body }: Ask) =>
  body.length > 0 && isPlainJson(headers['content-type']) && headers['content-encoding'] === undefined
