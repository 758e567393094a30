import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError } from './errors.ts'

/** How long a caller may take to send a request, or take nothing of an answer. */
const patience = 10_000
/** How often node looks for those who take longer. */
const checkEvery = 500
const keepAlive = 72_000

/** The last response that was begun on each connection. */
const lastResponses = new WeakMap<Socket, ServerResponse>()

/** The request has come whole, and not all of its answer is out. */
const isDue = (response: ServerResponse) => response.req.complete && !response.writableFinished

export function createHttpServer(handle: RequestListener): Server {
  const server = createServer(
    {
      // Without a host header node would answer by itself, outside the envelope.
      requireHostHeader: false,
      // A header that is repeated is seen as such, and not by its first value alone.
      joinDuplicateHeaders: true,
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: checkEvery,
      keepAliveTimeout: keepAlive,
    },
    (request, response) => {
      lastResponses.set(request.socket, response)
      handle(request, response)
    },
  )
  // Later than node looks, which tells those who send too slowly. What the caller has not read would otherwise stay in the
  // kernel's buffers.
  server.setTimeout(patience + 2 * checkEvery, (socket: Socket) => {
    const response = lastResponses.get(socket)
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else if (!response || !isDue(response)) socket.destroy()
  })
  // An expectation that node does not know would be answered outside the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** What node's parser refuses. Requests before it on the same connection get their answers first, and none gets two. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket) {
  const response = lastResponses.get(socket)
  // It was refused by its head, or by the size of its body, and what followed was only thrown away.
  const isAnswered = response && !response.req.complete && response.writableFinished
  if (isAnswered) return void socket.destroy()
  if (response && isDue(response)) response.once('close', () => answerClientError(error, socket))
  else answerClientError(error, socket)
}
