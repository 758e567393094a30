import { Socket } from 'node:net'
import { wire, type Answer } from './wire.ts'

/** Each line in its plainest form; whatever else HTTP allows is left to node. */
const plainHead = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t -~]*\r\n)+$/
const longestHead = 8 * 1024
const endOfHead = Buffer.from('\r\n\r\n')
/** Headers by which a message is read otherwise, or its connection closed. */
const special = new Set(['transfer-encoding', 'expect', 'proxy-connection'])

/** A request that came whole, by itself, and in which nothing is unusual. */
export class Ask {
  readonly visit: Visit
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
  /** When it arrived. */
  readonly began = performance.now()
  /** How to serve it. */
  serve!: (ask: Ask) => void

  constructor(visit: Visit, method: string, url: string, headers: Record<string, string>, body: Buffer) {
    this.visit = visit
    this.method = method
    this.url = url
    this.headers = headers
    this.body = body
  }

  get socket(): Socket {
    return this.visit.socket
  }

  get destroyed(): boolean {
    return this.visit.socket.destroyed
  }

  send(answer: Answer) {
    this.visit.send(answer)
  }
}

function readAsk(visit: Visit, bytes: Buffer): Ask | undefined {
  const end = bytes.indexOf(endOfHead)
  if (end < 0 || end > longestHead) return undefined
  const head = bytes.toString('latin1', 0, end + 2)
  const first = plainHead.exec(head)
  if (!first) return undefined
  const headers: Record<string, string> = {}
  for (let at = head.indexOf('\n') + 1; at < head.length;) {
    const colon = head.indexOf(':', at)
    const next = head.indexOf('\n', colon) + 1
    const name = head.slice(at, colon).toLowerCase()
    // One that every object has counts as given already.
    if (headers[name] !== undefined || special.has(name)) return undefined
    headers[name] = head.slice(colon + 1, next - 2).trim()
    at = next
  }
  const { host, connection = 'keep-alive', 'content-length': length } = headers
  if (host === undefined || connection.toLowerCase() !== 'keep-alive') return undefined
  const [, method, url] = first as unknown as [string, string, string]
  const body = bytes.subarray(end + 4)
  const isWhole = method === 'GET' ? length === undefined : length === String(body.length)
  return isWhole && (method === 'POST' || body.length === 0)
    ? new Ask(visit, method, url, headers, body)
    : undefined
}

export interface Front {
  /** How to serve a request, or undefined where node has to. */
  find(ask: Ask): ((ask: Ask) => void) | undefined
  /** Serves it when it is its turn. */
  take(ask: Ask): void
  /** Whether connections end with the answers that are due. */
  isStopping(): boolean
  /** Gives a connection to node. */
  toNode(visit: Visit): void
}

/**
 * A connection, for as long as all that is asked on it is usual, and asked most. With the first request that is not,
 * node takes it over for good: its parser knows all of HTTP, and takes most of the time of a short answer.
 */
export class Visit {
  readonly socket: Socket
  readonly #front: Front
  /** When the last request came; or the connection, before any did. */
  since = performance.now()
  hasAsked = false
  isBusy = false
  /** What came before the answer to the last request was sent. */
  #early: Buffer | undefined
  #hasSaidAll = false

  constructor(socket: Socket, front: Front) {
    this.socket = socket
    this.#front = front
    // What has been read is handed to `push`. All that a stream does with it takes a tenth of a short answer's time.
    socket.push = this.#push
    socket.on('data', this.#take).on('end', this.#end).on('error', this.#fail)
  }

  #push = (bytes: Buffer | null): boolean => {
    if (bytes === null || this.isBusy) return Socket.prototype.push.call(this.socket, bytes)
    this.#take(bytes)
    return true
  }

  #take = (bytes: Buffer) => {
    if (this.isBusy) {
      this.#early = bytes
      this.socket.pause()
      return
    }
    const ask = readAsk(this, bytes)
    const serve = ask && this.#front.find(ask)
    if (!serve) return this.#leave(bytes)
    ask.serve = serve
    this.since = ask.began
    this.isBusy = this.hasAsked = true
    this.#front.take(ask)
  }

  #end = () => {
    this.#hasSaidAll = true
    if (!this.isBusy) this.socket.end()
  }

  #fail = () => this.socket.destroy()

  send(answer: Answer) {
    if (this.socket.destroyed) return
    const isLast = this.#front.isStopping()
    const isTaken = this.socket.write(wire(answer, isLast), 'latin1')
    if (isLast) this.socket.destroySoon()
    // Whoever does not read is not served further.
    else if (isTaken) this.#go()
    else this.socket.once('drain', this.#go)
  }

  #go = () => {
    this.isBusy = false
    if (this.#early) this.#leave(this.#early)
    else if (this.#hasSaidAll) this.socket.end()
  }

  #leave(bytes: Buffer) {
    const { socket } = this
    socket.push = Socket.prototype.push
    socket.off('data', this.#take).off('end', this.#end).off('error', this.#fail)
    socket.pause()
    socket.unshift(bytes)
    this.#front.toNode(this)
    socket.resume()
  }
}
