import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'

/** How long reading a request, or a caller reading its answer, may take. */
const patience = 12_000
/** How far behind its arrival a request may be taken up. */
const mostDelay = 50

const busy = JSON.stringify({ code: 503, message: '服务暂时不可用,请稍后再试' })

function turnAway(response: ServerResponse) {
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
  // Requests that arrive together are taken up one after the other, until the loop comes round.
  let roundBegan = 0
  function isTooLate(): boolean {
    const now = performance.now()
    if (roundBegan === 0) {
      roundBegan = now
      setImmediate(() => (roundBegan = 0))
    }
    return now - roundBegan > mostDelay
  }

  const unanswered = new Map<ServerResponse, number>()
  const server = createServer(
    {
      // Without a host header node would answer by itself, outside the envelope.
      requireHostHeader: false,
      headersTimeout: patience,
      requestTimeout: patience,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 72_000,
    },
    (request, response) => {
      if (isTooLate()) return turnAway(response)
      unanswered.set(response, performance.now())
      response.once('close', () => unanswered.delete(response))
      handle(request, response)
    },
  )
  const timer = setInterval(() => {
    const before = performance.now() - patience
    for (const [response, began] of unanswered) {
      // In the order of their beginning.
      if (began > before) break
      response.destroy()
    }
  }, 1000).unref()
  server.once('close', () => clearInterval(timer))
  // An expectation that node does not know; it too would be answered outside the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}
