import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import pino from 'pino'

/** The template, never the address itself: that may hold an id or a phone number. */
export const routeOf = (url: string | undefined) => url ?? 'unknown'

/** Bytes of lines that may wait to be written. */
const mostWaiting = 4 * 1024 * 1024

/**
 * Where log lines go. To write them never blocks and never fails: while nobody reads, or the disk is full, some wait
 * and the rest are dropped and counted.
 */
export function createLogStream(tellDropped: (lines: number) => void) {
  const options = { dest: 1, sync: false, minLength: 4096, maxLength: mostWaiting, periodicFlush: 500 }
  const stream = pino.destination(options)
  const dropped = { inAll: 0, untold: 0 }
  stream.on('drop', () => {
    dropped.inAll++
    dropped.untold++
  })
  // What could not be written is tried again with the next line.
  stream.on('error', () => {})
  stream.on('drain', () => {
    if (dropped.untold > 0) tellDropped(dropped.untold)
    dropped.untold = 0
  })
  return { stream, dropped }
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
