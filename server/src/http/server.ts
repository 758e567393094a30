import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { keepAliveSeconds, Request, Response } from './messages.ts'
import { isFull, takeUp } from './pressure.ts'

/** `began`: when the request arrived. */
export type Handle = (request: Request, response: Response, began: number) => void

/** How long reading a request, or a caller reading its answer, may take. */
const patience = 12_000
/** Refusals in so many milliseconds. Refused at once, most callers ask again at once, until refusing takes all the time. */
const pace = { refusals: 10, every: 10 }

/** The last answer that each connection was given, and since when it is due. */
interface Due {
  response: ServerResponse | undefined
  since: number
}
const dues = new WeakMap<Socket, Due>()

/** For an answer that takes longer by its nature: its caller has shown to be reading it. */
export function goesOn({ socket }: ServerResponse) {
  const due = socket && dues.get(socket)
  if (due) due.since = performance.now()
}

const busy = JSON.stringify({ code: 503, message: '服务暂时不可用,请稍后再试' })

function refuse(response: ServerResponse) {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(busy),
    'cache-control': 'no-store',
    'retry-after': '1',
    'x-request-id': randomUUID(),
  })
  response.end(busy)
}

/**
 * An HTTP server that stays quick under more requests than it can serve, and waits for nobody too long.
 * What is turned away costs next to nothing, so that the rest is served as if there were no more.
 */
export function createPatientServer(handle: Handle): Server {
  const refused = new Set<ServerResponse>()
  function turnAway(response: ServerResponse) {
    if (refused.size === 0) setTimeout(refuseSome, pace.every)
    refused.add(response)
    response.once('close', () => refused.delete(response))
  }
  function refuseSome() {
    for (const response of [...refused].slice(0, pace.refusals)) {
      refused.delete(response)
      refuse(response)
    }
    if (refused.size > 0) setTimeout(refuseSome, pace.every)
  }

  const serveUnlessFull = (response: ServerResponse, began: number) =>
    isFull() ? turnAway(response) : serve(response, began)
  function serve(response: ServerResponse, began: number) {
    const { req: request } = response
    const due = dues.get(request.socket)!
    // Of several at once on one connection, the first says since when.
    if (!due.response || due.response.writableFinished) due.since = began
    due.response = response
    handle(request as Request, response as Response, began)
  }

  const server = createServer<typeof IncomingMessage, typeof ServerResponse>(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      // Without a host header node would answer by itself, outside the envelope.
      requireHostHeader: false,
      // A header that is repeated is seen as such, and not by its first value alone.
      joinDuplicateHeaders: true,
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: keepAliveSeconds * 1000,
    },
    (request, response) => {
      // A service that is only busy must not be taken for dead.
      if (request.url === '/livez') serve(response, performance.now())
      else if (!takeUp(response, serveUnlessFull)) turnAway(response)
    },
  )
  watch(server)
  // An expectation that node does not know; it too would be answered outside the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** Ends connections whose caller does not take an answer, and at the stop those that never asked for one. */
function watch(server: Server) {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    dues.set(socket, { response: undefined, since: 0 })
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const timer = setInterval(() => {
    const before = performance.now() - patience
    for (const socket of open) {
      const { response, since } = dues.get(socket)!
      const isOverdue = response && !response.writableFinished && since < before
      // One that is still coming in is answered by node's own timeout.
      if (isOverdue && response.req.complete) socket.resetAndDestroy()
    }
  }, 1000).unref()
  server.once('close', () => clearInterval(timer))
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    // Browsers connect ahead of need. For node such a connection is not idle, and would hold up the stop.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
