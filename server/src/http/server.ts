import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isFull, takeUp } from './pressure.ts'

/** How long reading a request, or a caller reading its answer, may take. */
const patience = 12_000
/** Refusals in so many milliseconds. Refused at once, most callers ask again at once, until refusing takes all the time. */
const pace = { refusals: 10, every: 10 }

/** Answers that are not out yet, in the order of their beginning, or of when they last went on. */
const unanswered = new Map<ServerResponse, number>()

/** For an answer that takes longer by its nature: its caller has shown to be reading it. */
export function goesOn(response: ServerResponse) {
  if (!unanswered.delete(response)) return
  unanswered.set(response, performance.now())
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
export function createPatientServer(handle: RequestListener): Server {
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

  const server = createServer(
    {
      // Without a host header node would answer by itself, outside the envelope.
      requireHostHeader: false,
      // A header that is repeated is seen as such, and not by its first value alone.
      joinDuplicateHeaders: true,
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 72_000,
    },
    (request, response) => {
      const serve = () => {
        unanswered.set(response, performance.now())
        response.once('close', () => unanswered.delete(response))
        handle(request, response)
      }
      // A service that is only busy must not be taken for dead.
      if (request.url === '/livez') return serve()
      if (!takeUp(() => (isFull() ? turnAway(response) : serve()))) turnAway(response)
    },
  )
  const timer = setInterval(() => {
    const before = performance.now() - patience
    for (const [response, began] of unanswered) {
      if (began > before) break
      // One that is still coming in is answered by node's own timeout.
      if (response.req.complete) response.socket?.resetAndDestroy()
    }
  }, 1000).unref()
  server.once('close', () => clearInterval(timer))
  closeSilent(server)
  // An expectation that node does not know; it too would be answered outside the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

/** Browsers connect ahead of need. For node such a connection is not idle, and would hold up the stop. */
function closeSilent(server: Server) {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
