import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Visit, type Ask, type Front } from './front.ts'
import { everyAnswer, json } from './headers.ts'
import { createServer } from './node-http.ts'
import { isFull, takeUp } from './pressure.ts'
import { headLines, inBytes, keepAliveSeconds } from './wire.ts'

/** How long reading a request, or a caller reading its answer, may take. */
const patience = 12_000
/**
 * Refusals in so many milliseconds; where many wait for one, a share of the most that have since nobody did: those
 * wait for two or three seconds. Refused at once, most ask again at once, until refusing takes all the time.
 */
const pace = { refusals: 10, share: 1 / 200, every: 10 }

/** The last answer that node was given for each of its connections, and since when it is due. */
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
const busyInBytes = inBytes(busy)
const busyHeaders = { ...everyAnswer, 'content-type': json, 'retry-after': '1' }
const busyLines = headLines(busyHeaders)

function refuse(one: Ask | ServerResponse) {
  const reqId = randomUUID()
  if ('visit' in one) return one.send({ status: 503, reqId, lines: busyLines, body: busyInBytes })
  one.writeHead(503, {
    ...busyHeaders,
    'content-length': busyInBytes.length,
    'x-request-id': reqId,
  })
  one.end(busy)
}

/**
 * An HTTP server that stays quick under more requests than it can serve, and waits for nobody too long.
 * What is turned away costs next to nothing, so that the rest is served as if there were no more.
 */
export function createPatientServer(
  find: Front['find'],
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const refused = new Set<Ask | ServerResponse>()
  let mostRefused = 0
  function turnAway(one: Ask | ServerResponse) {
    if (refused.size === 0) setTimeout(refuseSome, pace.every)
    refused.add(one)
    mostRefused = Math.max(mostRefused, refused.size)
  }
  function refuseSome() {
    let left = Math.max(pace.refusals, Math.floor(mostRefused * pace.share))
    for (const one of refused) {
      if (left === 0) break
      refused.delete(one)
      if (one.destroyed) continue
      refuse(one)
      left--
    }
    if (refused.size > 0) setTimeout(refuseSome, pace.every)
    else mostRefused = 0
  }

  const serveUnlessFull = (response: ServerResponse, began: number) =>
    isFull() ? turnAway(response) : serve(response, began)
  function serve(response: ServerResponse, began: number) {
    const { req: request } = response
    const due = dues.get(request.socket)!
    // Of several at once on one connection, the first says since when.
    if (!due.response || due.response.writableFinished) due.since = began
    due.response = response
    handle(request, response)
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
      keepAliveTimeout: keepAliveSeconds * 1000,
    },
    (request, response) => {
      // A service that is only busy must not be taken for dead.
      if (request.url === '/livez') serve(response, performance.now())
      else if (!takeUp(response, serveUnlessFull)) turnAway(response)
    },
  )
  // An expectation that node does not know; it too would be answered outside the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  receive(server, find, turnAway)
  return server
}

/**
 * Sees each connection before node does. Ends those whose caller does not take an answer, or has not asked for long,
 * and at the stop those that wait for nothing.
 */
function receive(server: Server, find: Front['find'], turnAway: (ask: Ask) => void) {
  const visits = new Set<Visit>()
  const ofNode = new Set<Socket>()
  const [toNode] = server.listeners('connection') as [(socket: Socket) => void]
  server.removeAllListeners('connection')
  const serveUnlessFull = (ask: Ask) => (isFull() ? turnAway(ask) : ask.serve(ask))
  const front: Front = {
    find,
    take(ask) {
      if (!takeUp(ask, serveUnlessFull)) turnAway(ask)
    },
    isStopping: () => !server.listening,
    toNode(visit) {
      const { socket } = visit
      visits.delete(visit)
      ofNode.add(socket)
      dues.set(socket, { response: undefined, since: 0 })
      toNode.call(server, socket)
    },
  }
  server.on('connection', (socket) => {
    const visit = new Visit(socket, front)
    visits.add(visit)
    socket.once('close', () => {
      visits.delete(visit)
      ofNode.delete(socket)
    })
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const { socket, since, isBusy, hasAsked } of visits) {
      const isDue = isBusy || socket.writableLength > 0
      if (isDue && now - since > patience) socket.resetAndDestroy()
      else if (!isDue && now - since > (hasAsked ? keepAliveSeconds * 1000 : patience)) socket.destroy()
    }
    for (const socket of ofNode) {
      const { response, since } = dues.get(socket)!
      const isOverdue = response && !response.writableFinished && now - since > patience
      // One that is still coming in is answered by node's own timeout.
      if (isOverdue && response.req.complete) socket.resetAndDestroy()
    }
  }, 1000).unref()
  server.once('close', () => clearInterval(timer))
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const { socket, isBusy } of visits) if (!isBusy) socket.destroySoon()
  }
  const closeAll = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeAll()
    for (const { socket } of visits) socket.destroy()
  }
}
