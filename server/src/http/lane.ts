import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Endpoint } from '@zhenyue/contract'
import { parse as parseQuery } from 'fast-querystring'
import { parseJson, smallBody } from './body.ts'
import type { Refusal } from './errors.ts'
import { everyAnswer, isUsual, json } from './headers.ts'
import type { Answered } from './observe.ts'

/** What is taken of a request as it comes, before it is checked. */
export interface Raw {
  params: unknown
  query: unknown
  body: unknown
}

type Answer = (raw: Raw, request: { headers: IncomingHttpHeaders }) => Promise<string>

interface Quick {
  endpoint: Endpoint
  answer: Answer
  /** What stands before the id, where there is one. */
  prefix: string | undefined
}

interface Around {
  /** Throws for an address that writes too often. */
  countWrite: ((request: IncomingMessage) => void) | undefined
  /** What the caller is told of an error. */
  refusalFor(error: unknown, reqId: string): Refusal
}

const headersOfAll = Object.entries({ ...everyAnswer, 'content-type': json }).flat()
const isPlainJson = (type: string | undefined) =>
  type !== undefined && /^application\/json(?:; ?charset=utf-8)?$/i.test(type)

/**
 * A short way for what patients ask most. It takes only requests in which nothing is unusual, with the same checks
 * and answers; all others go on to Fastify, which knows how to deal with them.
 */
export class Lane {
  readonly #around: Around
  readonly #static = new Map<string, Quick | undefined>()
  readonly #withId: Quick[] = []
  isStopped = false
  answered: (answered: Answered) => void = () => {}

  constructor(around: Around) {
    this.#around = around
  }

  /** Every operation is made known, so that an id is not mistaken for another path. */
  add(endpoint: Endpoint, answer?: Answer) {
    const [prefix, rest] = endpoint.path.split(':id')
    if (rest === undefined) {
      this.#static.set(
        `${endpoint.method} ${endpoint.path}`,
        answer && { endpoint, answer, prefix: undefined },
      )
    } else if (answer && rest === '') {
      this.#withId.push({ endpoint, answer, prefix: prefix! })
    }
  }

  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      const began = performance.now()
      const url = request.url!
      const mark = url.indexOf('?')
      const path = mark < 0 ? url : url.slice(0, mark)
      const quick = this.#find(request, path)
      if (!quick) return handle(request, response)
      const raw: Raw = {
        params: quick.prefix === undefined ? undefined : { id: path.slice(quick.prefix.length) },
        query: mark < 0 ? {} : parseQuery(url.slice(mark + 1)),
        body: undefined,
      }
      if (request.method === 'GET') return void this.#serve(quick, raw, request, response, began)
      readBody(request, (bytes) => {
        raw.body = bytes
        void this.#serve(quick, raw, request, response, began)
      })
    }
  }

  #find({ method, headers }: IncomingMessage, path: string): Quick | undefined {
    if (this.isStopped || !isUsual(headers) || headers.authorization !== undefined) return undefined
    const isFit = method === 'GET' ? !hasBody(headers) : method === 'POST' && hasPlainBody(headers)
    if (!isFit) return undefined
    const name = `${method} ${path}`
    if (this.#static.has(name)) return this.#static.get(name)
    return this.#withId.find(
      ({ endpoint, prefix }) =>
        endpoint.method === method && path.startsWith(prefix!) && /^[\w-]+$/.test(path.slice(prefix!.length)),
    )
  }

  async #serve(
    { endpoint, answer }: Quick,
    raw: Raw,
    request: IncomingMessage,
    response: ServerResponse,
    began: number,
  ) {
    const reqId = randomUUID()
    const { method, path: route } = endpoint
    let status = 200
    let body: string
    let further: string[] = []
    try {
      if (endpoint.limited) this.#around.countWrite?.(request)
      if (raw.body !== undefined) raw.body = parseJson(raw.body as Buffer)
      body = await answer(raw, request)
    } catch (error) {
      const { status: refused, code, message, retryAfter } = this.#around.refusalFor(error, reqId)
      status = refused
      body = JSON.stringify({ code, message })
      if (retryAfter !== undefined) further = ['retry-after', String(retryAfter)]
    }
    // Bytes are sent quicker than a text that has to become bytes.
    const bytes = Buffer.from(body)
    const length = String(bytes.length)
    response.writeHead(status, ['x-request-id', reqId, ...headersOfAll, ...further, 'content-length', length])
    response.end(bytes)
    this.answered({ reqId, method, route, status, took: performance.now() - began })
  }
}

const hasBody = (headers: IncomingHttpHeaders) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const hasPlainBody = (headers: IncomingHttpHeaders) => {
  const length = Number(headers['content-length'])
  return (
    length > 0 &&
    length <= smallBody &&
    isPlainJson(headers['content-type']) &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined
  )
}

function readBody(request: IncomingMessage, done: (bytes: Buffer) => void) {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => done(parts.length === 1 ? parts[0]! : Buffer.concat(parts)))
}
