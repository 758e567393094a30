import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import pino from 'pino'

/** The template, never the address itself: that may hold an id or a phone number. */
export const routeOf = (url: string | undefined) => url ?? 'unknown'

/** Lines are written many at a time; none waits for long, and none is lost when the process ends. */
export function logStream() {
  const stream = pino.destination({ dest: 1, sync: true, minLength: 8192, periodicFlush: 500 })
  process.once('exit', () => stream.flushSync())
  return stream
}

/** What is told of every request. */
export interface Answered {
  reqId: string
  method: string
  route: string
  status: number
  /** Milliseconds. */
  ms: number
}

export const logRequest = (log: FastifyBaseLogger, { ms, ...answered }: Answered, level: 'info' | 'error') =>
  log[level]({ ...answered, ms: Math.round(ms * 10) / 10 }, 'request')

/** One line a request, in place of Fastify's own two, which would tell the address. */
export class RequestLog extends LogController {
  override incomingRequest() {}
  override routeNotFound() {}
  override defaultErrorLog() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { id: reqId, method } = request
    const route = routeOf(request.routeOptions.url)
    const answered = { reqId, method, route, status: reply.statusCode, ms: reply.elapsedTime }
    logRequest(reply.log, answered, error ? 'error' : 'info')
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
      stack: frames.join('\n'),
    }
  },
  req: () => ({}),
}
