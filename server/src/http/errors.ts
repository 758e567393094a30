import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { notAllowed, tooMany as tooManyRequests, totpMessages } from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A refusal the caller may see. Anything else thrown is a fault and answers 500. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: number
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined
  /** What the caller can go on with. */
  data: object | undefined

  constructor(status: number, message: string, retryAfter?: number) {
    // It is an answer and no fault, so nobody asks where it was thrown; finding that out is dear.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.code = status === 400 ? 1 : status
    this.retryAfter = retryAfter
  }
}

export const badRequest = (message: string) => new Refusal(400, message)
export const unauthorized = (message = '未登录或登录已过期') => new Refusal(401, message)
export const forbidden = () => new Refusal(403, notAllowed)
export const passwordUnchanged = () => new Refusal(403, '请先修改密码')
export const totpMissing = () => new Refusal(403, totpMessages.needed)
export const notFound = (message = '接口不存在') => new Refusal(404, message)
export const conflict = (message: string) => new Refusal(409, message)
export const tooMany = (retryAfter: number) => new Refusal(429, tooManyRequests, retryAfter)
export const unavailable = () => new Refusal(503, '服务暂时不可用,请稍后再试', 1)
export const badBody = () => badRequest('请求体格式错误')

/** What the framework refuses by itself, in our words. */
const frameworkRefusals: Record<number, () => Refusal> = {
  400: badBody,
  404: () => notFound(),
  413: () => new Refusal(413, '请求体过大'),
  415: () => new Refusal(415, '仅支持 JSON 请求体'),
}

/** What the caller is told of an error. One that is no refusal of ours is a fault, and is logged. */
export function refusalFor(
  error: unknown,
  isUnavailable: (error: unknown) => boolean,
  log: (error: unknown) => void,
): Refusal {
  if (error instanceof Refusal) return error
  const status = (error as { statusCode?: number })?.statusCode
  if (status !== undefined && status < 500) return (frameworkRefusals[status] ?? badBody)()
  log(error)
  return isUnavailable(error) ? unavailable() : new Refusal(500, '服务器内部错误')
}

const isSending = ({ raw: { complete, headers } }: FastifyRequest) =>
  !complete && (Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined)

/**
 * Who is still sending would lose the answer if the connection were closed at once. On one that is kept, node reads the
 * rest and throws it away; who wanted it closed has it closed then.
 */
function keepUntilSent({ raw }: FastifyRequest, reply: FastifyReply) {
  const wantsClose = !reply.raw.shouldKeepAlive
  if (wantsClose) raw.once('end', () => raw.socket.destroySoon())
  // The framework would close it for a body that is too large.
  if (wantsClose || reply.hasHeader('connection')) reply.header('connection', 'keep-alive')
}

export function handleErrors(app: FastifyInstance, isUnavailable: (error: unknown) => boolean) {
  app.setErrorHandler((error, request, reply) => {
    if (isSending(request) && !app.isLeaving()) keepUntilSent(request, reply)
    return refuse(
      reply,
      refusalFor(error, isUnavailable, (err) =>
        request.log.error({ reqId: request.id, err }, 'request failed'),
      ),
    )
  })
}

export function refuse(reply: FastifyReply, { status, code, message, retryAfter, data }: Refusal) {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply.code(status).send({ code, message, data })
}

/** Errors of node's own parser come before any request exists; they too are answered in the envelope. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, '请求头过大']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, '请求超时']
        : [400, '请求格式错误']
  const body = JSON.stringify({ code: status === 400 ? 1 : status, message })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status as number]}\r\n` +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      'cache-control: no-store\r\n' +
      `x-request-id: ${randomUUID()}\r\n` +
      `connection: close\r\n\r\n${body}`,
    // A caller that never closes its side would keep the connection.
    () => socket.destroy(),
  )
}
