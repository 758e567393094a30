import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Admin, Data, Endpoint, Received } from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compile, type z } from 'zod'
import { callerOf, type Authenticate, type Caller } from './auth.ts'
import { smallBody } from './body.ts'
import { badRequest, Refusal } from './errors.ts'
import type { Documents } from './documents.ts'
import { namesTag } from './etag.ts'
import { json } from './headers.ts'
import type { Lane, Raw } from './lane.ts'
import { atWork } from './pressure.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    documents: Documents
    lane: Lane
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

const largeBody = 4 * 1024 * 1024

/** Binds one contract entry to its handler: authenticate, validate, run, wrap in the envelope. */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>) {
  const { auth, message } = endpoint
  const countWrite = endpoint.limited ? app.countWrite : undefined
  const receives = receiver(endpoint)
  const envelope = enveloper(message)
  app.lane.add(endpoint)

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
      callerOf(request, endpoint, app.authenticate).then((caller) => {
        request.caller = caller
        done()
      }, done)
    },
    async handler(request, reply) {
      const answer = () => atWork(handler(receives(request, request.caller), request, reply))
      if (endpoint.stream.length > 0) return reply.send(await answer())
      reply.header('content-type', json)
      if (!endpoint.etag) return reply.send(envelope(JSON.stringify(await answer())))
      const { etag, body } = await app.documents.read(request.url, answer, envelope)
      reply.header('etag', etag).header('cache-control', 'no-cache')
      const known = request.headers['if-none-match']
      if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
      return reply.send(Buffer.from(body, 'latin1'))
    },
  })
}

/** For what is asked most, and needs of a request no more than its headers. */
export function quickRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (input: Input<E>, request: { headers: IncomingHttpHeaders }) => ReturnType<Handler<E>>,
) {
  route(app, endpoint, handler)
  // To compile takes milliseconds, and is worth it only here.
  const body = endpoint.method === 'GET' ? endpoint.body : compile(endpoint.body)
  const receives = receiver({ ...endpoint, body })
  app.lane.add(endpoint, {
    answer: (raw, request) => atWork(handler(receives(raw, undefined), request)),
    envelope: enveloper(endpoint.message),
  })
}

function enveloper(message: string) {
  const opening = `{"code":0,"message":${JSON.stringify(message)}`
  return (data: string | undefined) => (data === undefined ? `${opening}}` : `${opening},"data":${data}}`)
}

function receiver<E extends Endpoint>({ params, query, body }: E) {
  return (raw: Raw, caller: unknown) =>
    ({
      params: accept(params, raw.params),
      query: accept(query, scalars(query, raw.query as Record<string, unknown>)),
      body: accept(body, raw.body === undefined ? {} : raw.body),
      caller,
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
