import { hostname } from 'node:os'
import pino from 'pino'
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** The template, never the address itself: that may hold an id or a phone number. */
export const routeOf = (url: string | undefined) => url ?? 'unknown'

/** Lines are written many at a time; none waits for long, and none is lost when the process ends. */
export function logStream() {
  const stream = pino.destination({ dest: 1, sync: true, minLength: 8192, periodicFlush: 500 })
  process.once('exit', () => stream.flushSync())
  return stream
}

export interface Answered {
  reqId: string
  method: string
  route: string
  status: number
  /** Milliseconds. */
  took: number
}

/**
 * Writes the line of a request that was answered without Fastify, in the form that pino gives the others. Most
 * lines are these, and to have them made by pino, or written one by one, takes longer than some of the answers.
 */
export function requestLine(stream: { write(lines: string): unknown }) {
  const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`
  let lines = ''
  const write = () => {
    if (lines !== '') stream.write(lines)
    lines = ''
  }
  process.prependOnceListener('exit', write)
  return ({ reqId, method, route, status, took }: Answered) => {
    if (lines === '') setImmediate(write)
    const tenths = Math.round(took * 10)
    lines += `{"level":30,"time":${Date.now()},${origin},"reqId":"${reqId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.floor(tenths / 10)}.${tenths % 10},"msg":"request"}\n`
  }
}

/** One line a request, in place of Fastify's own two, which would tell the address. */
export class RequestLog extends LogController {
  override incomingRequest() {}
  override routeNotFound() {}
  override defaultErrorLog() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    reply.log[error ? 'error' : 'info'](
      {
        method: request.method,
        route: routeOf(request.routeOptions.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  }
}

/** A fault is logged by where it happened: its message may quote what a patient sent, and so may an address. */
export const logSerializers = {
  err(error: Error & { code?: string; errcode?: number }) {
    const { message, stack = '' } = error
    // The stack begins with the message, whose lines may look like frames.
    const frames = stack
      .slice(stack.includes(message) ? stack.indexOf(message) + message.length : stack.length)
      .split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
    return {
      type: error.name,
      code: error.code,
      errcode: error.errcode,
      message: '',
      stack: frames?.join('\n') ?? '',
    }
  },
  req: () => ({}),
}
