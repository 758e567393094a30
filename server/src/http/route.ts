import type { Readable } from 'node:stream'
import type { Admin, Data, Endpoint, Received } from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { callerOf, type Authenticate, type Caller } from './auth.ts'
import { badRequest, Refusal } from './errors.ts'
import type { Documents } from './documents.ts'
import { etagOf, namesTag } from './etag.ts'
import { json as contentType } from './headers.ts'
import { atWork } from './pressure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    documents: Documents
    /** Throws for an address that writes too often. Absent where limits are off. */
    countWrite: ((address: string) => void) | undefined
  }
  interface FastifyRequest {
    caller: Caller<Admin | undefined> | undefined
  }
}

interface Callers {
  public: undefined
  optional: Caller | undefined
  admin: Caller
  super: Caller
  token: Caller<Admin | undefined>
}

type Input<E extends Endpoint> = Received<E> & { caller: Callers[E['auth']] }

type Handler<E extends Endpoint> = (
  input: Input<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Data<E> extends undefined ? void | Readable : Data<E>>

const smallBody = 64 * 1024
const largeBody = 4 * 1024 * 1024

/** Binds one contract entry to its handler: authenticate, validate, run, wrap in the envelope. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { auth, message } = endpoint
  const countWrite = endpoint.limited ? app.countWrite : undefined
  const receives = receiver(endpoint)
  const opening = `{"code":0,"message":${JSON.stringify(message)}`

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.large ? largeBody : smallBody,
    // Nobody asks for the headers of a stream alone, and making it would not be free.
    ...(endpoint.stream.length > 0 && { exposeHeadRoute: false }),
    // Before the body is read.
    onRequest(request, _reply, done) {
      countWrite?.(request.ip)
      const isAnonymous = auth === 'public' || (auth === 'optional' && !request.headers.authorization)
      if (isAnonymous) return done()
      callerOf(request, auth, app.authenticate).then((caller) => {
        request.caller = caller
        done()
      }, done)
    },
    async handler(request, reply) {
      const version = endpoint.etag ? await app.documents.version() : 0
      const received = receives(request)
      const data = await atWork(handler(received, request, reply))
      if (endpoint.stream.length > 0) return reply.send(data)
      const json = data === undefined ? undefined : JSON.stringify(data)
      const body = json === undefined ? `${opening}}` : `${opening},"data":${json}}`
      reply.header('content-type', contentType)
      if (endpoint.etag) {
        const etag = etagOf(json!)
        app.documents.keep(request.url, endpoint.path, version, etag, body)
        reply.header('etag', etag).header('cache-control', 'no-cache')
        const known = request.headers['if-none-match']
        if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
      }
      return reply.send(body)
    },
  })
}

function receiver<E extends Endpoint>({ params, query, body }: E) {
  return (request: FastifyRequest) =>
    ({
      params: accept(params, request.params),
      query: accept(query, scalars(query, request.query as Record<string, unknown>)),
      body: accept(body, request.body === undefined ? {} : request.body),
      caller: request.caller,
    }) as Input<E>
}

/** An empty parameter counts as absent; one that is given twice is a fault. */
function scalars(type: z.ZodType, query: Record<string, unknown>) {
  if (!('shape' in type)) return query
  const given: Record<string, unknown> = {}
  for (const key of Object.keys(type.shape as object)) {
    const value = query[key]
    if (Array.isArray(value)) throw badRequest(`${key} 参数不能重复`)
    if (value !== '') given[key] = value
  }
  return given
}

/** The first fault in schema order becomes the message. A part that the operation does not use is ignored. */
function accept(type: z.ZodType, value: unknown) {
  if (type.def.type === 'undefined') return undefined
  const result = type.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const params = issue.code === 'custom' ? issue.params : undefined
  throw new Refusal((params?.['status'] as number | undefined) ?? 400, issue.message)
}
