import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Endpoint } from '@zhenyue/contract'
import { parse as parseQuery } from 'fast-querystring'
import { parseJson, smallBody } from './body.ts'
import type { Refusal } from './errors.ts'
import { everyAnswer, isUsual, json } from './headers.ts'
import { headLines, type Request, type Response } from './messages.ts'
import type { Answered } from './observe.ts'
import type { Handle } from './server.ts'

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

const linesOfAll = headLines({ ...everyAnswer, 'content-type': json })
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

  before(handle: Handle): Handle {
    return (request, response, began) => {
      const url = request.url!
      const mark = url.indexOf('?')
      const path = mark < 0 ? url : url.slice(0, mark)
      const quick = this.#find(request, response, path)
      if (!quick) {
        request.takeStream()
        return handle(request, response, began)
      }
      const raw: Raw = {
        params: quick.prefix === undefined ? undefined : { id: path.slice(quick.prefix.length) },
        query: mark < 0 ? {} : parseQuery(url.slice(mark + 1)),
        body: undefined,
      }
      if (request.method === 'GET') {
        request.takeNothing()
        return this.#serve(quick, raw, request, response, began)
      }
      request.takeWhole((bytes) => {
        raw.body = bytes
        this.#serve(quick, raw, request, response, began)
      })
    }
  }

  #find({ method, headers }: Request, response: Response, path: string): Quick | undefined {
    if (this.isStopped || !isUsual(headers, response) || headers.authorization !== undefined) return undefined
    const isFit = method === 'GET' ? !hasBody(headers) : method === 'POST' && hasPlainBody(headers)
    if (!isFit) return undefined
    const name = `${method} ${path}`
    if (this.#static.has(name)) return this.#static.get(name)
    return this.#withId.find(
      ({ endpoint, prefix }) =>
        endpoint.method === method && path.startsWith(prefix!) && /^[\w-]+$/.test(path.slice(prefix!.length)),
    )
  }

  #serve(quick: Quick, raw: Raw, request: Request, response: Response, began: number) {
    const { endpoint, answer } = quick
    const reqId = randomUUID()
    const send = (status: number, body: string, further = '') => {
      const bytes = Buffer.from(body)
      const lines = `x-request-id: ${reqId}\r\n${linesOfAll}${further}content-length: ${bytes.length}\r\n`
      response.sendWhole(status, lines, bytes.toString('latin1'))
      const { method, path: route } = endpoint
      this.answered({ reqId, method, route, status, took: performance.now() - began })
    }
    const refuse = (error: unknown) => {
      const { status, code, message, retryAfter } = this.#around.refusalFor(error, reqId)
      const further = retryAfter === undefined ? '' : headLines({ 'retry-after': String(retryAfter) })
      send(status, JSON.stringify({ code, message }), further)
    }
    try {
      if (endpoint.limited) this.#around.countWrite?.(request)
      if (raw.body !== undefined) raw.body = parseJson(raw.body as Buffer)
      answer(raw, request).then((body) => send(200, body), refuse)
    } catch (error) {
      refuse(error)
    }
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
