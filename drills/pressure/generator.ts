import { connect, type Socket } from 'node:net'
import { clockOfMachine } from '../../scripts/machine.ts'

/** What the parent of this process asks for, as JSON in the last argument. */
export interface Load {
  port: number
  path: string
  connections: number
  seconds: number
  /** Requests a second, started on schedule whatever the answers. Without it each connection asks again once answered. */
  rate?: number
  localAddress?: string
}

export interface Result {
  /** Requests that were due; without a rate as many as were sent. */
  due: number
  sent: number
  /** By status. */
  answers: Record<number, number>
  /** Of the answers 429 and 503, those without Retry-After. */
  withoutRetryAfter: number
  /** Sent and never answered: the connection broke, or nothing came until five seconds after the end. */
  unanswered: number
  /**
   * Milliseconds of the machine's clock from the time a request was due to its whole answer: of those answered 200, and
   * of the others.
   */
  served: Spread
  refused: Spread
  /** Of those answered 200, with the time in which the host held the machine. */
  servedWithHost: Spread
  /** Seconds in which the host held the machine. */
  held: number
  /** How much of a core this process took; near 1 it is the bottleneck itself. */
  cpu: number
}

export interface Spread {
  p50: number
  p99: number
  max: number
}

class Connection {
  busy = false
  due = 0
  /** Milliseconds for which the host had held the machine when the request was sent. */
  heldBefore = 0
  socket!: Socket
  #text = ''
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
    this.open()
  }

  open() {
    const { port, localAddress } = this.#run.load
    const callback = (size: number) => (this.#take(size), true)
    this.socket = connect({ port, host: '127.0.0.1', localAddress, onread: { buffer: received, callback } })
    this.socket.setNoDelay(true)
    this.socket.once('connect', () => this.#run.free(this))
    this.socket.on('error', () => {})
    this.socket.once('close', () => {
      if (this.busy) this.#run.result.unanswered++
      this.busy = false
      this.#text = ''
      if (!this.#run.over) setTimeout(() => this.open(), 50)
    })
  }

  send(due: number, heldBefore: number) {
    this.busy = true
    this.due = due
    this.heldBefore = heldBefore
    this.socket.write(this.#run.request)
  }

  #take(size: number) {
    this.#text += received.toString('latin1', 0, size)
    const head = this.#text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(this.#text)?.[1]
    if (this.#text.length < head + 4 + Number(length)) return
    const status = Number(this.#text.slice(9, 12))
    const retries = /\r\nretry-after: \d/i.test(this.#text.slice(0, head))
    this.#text = ''
    this.busy = false
    this.#run.answered(this, status, retries)
  }
}

const received = Buffer.alloc(256 * 1024)

const now = clockOfMachine()
const heldSoFar = () => performance.now() - now()

class Run {
  readonly load: Load
  readonly request: Buffer
  readonly result = {
    due: 0,
    sent: 0,
    answers: {} as Record<number, number>,
    withoutRetryAfter: 0,
    unanswered: 0,
  }
  readonly served: number[] = []
  readonly servedWithHost: number[] = []
  readonly refused: number[] = []
  readonly connections: Connection[] = []
  over = false
  #idle: Connection[] = []
  #began = 0

  constructor(load: Load) {
    this.load = load
    this.request = Buffer.from(`GET ${load.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  }

  free(connection: Connection) {
    if (this.#began > 0 && this.load.rate === undefined && !this.over) this.#start(connection, now())
    else this.#idle.push(connection)
  }

  #start(connection: Connection, due: number) {
    this.result.sent++
    connection.send(due, heldSoFar())
  }

  answered(connection: Connection, status: number, retries: boolean) {
    const { answers } = this.result
    answers[status] = (answers[status] ?? 0) + 1
    const took = now() - connection.due
    if (status === 200) {
      this.served.push(took)
      this.servedWithHost.push(took + heldSoFar() - connection.heldBefore)
    } else this.refused.push(took)
    if ((status === 429 || status === 503) && !retries) this.result.withoutRetryAfter++
    this.free(connection)
  }

  /** A request that finds no connection free when it is due is not sent. */
  #keepSchedule(rate: number) {
    const due = Math.floor(((now() - this.#began) * rate) / 1000) + 1
    for (; this.result.due < due && !this.over; this.result.due++) {
      const connection = this.#idle.shift()
      if (connection) this.#start(connection, this.#began + (this.result.due * 1000) / rate)
    }
    if (!this.over) setTimeout(() => this.#keepSchedule(rate), 1)
  }

  async go(): Promise<Result> {
    const { connections, seconds, rate } = this.load
    // Not all at once: what finds the queue of new connections full is tried again only after seconds.
    while (this.#idle.length < connections) {
      if (this.connections.length < Math.min(connections, this.#idle.length + 64))
        this.connections.push(new Connection(this))
      else await wait(5)
    }
    const cpu = process.cpuUsage()
    this.#began = now()
    const heldBefore = heldSoFar()
    if (rate === undefined) for (const connection of this.#idle.splice(0)) this.free(connection)
    else this.#keepSchedule(rate)
    await wait(seconds * 1000)
    this.over = true
    const held = (heldSoFar() - heldBefore) / 1000
    const { user, system } = process.cpuUsage(cpu)
    for (let tries = 0; tries < 500 && this.connections.some((one) => one.busy); tries++) await wait(10)
    for (const { socket } of this.connections) socket.destroy()
    await wait(20)
    const due = Math.max(this.result.due, this.result.sent)
    const { served, servedWithHost, refused } = this
    const spreads = {
      served: spread(served),
      servedWithHost: spread(servedWithHost),
      refused: spread(refused),
    }
    return { ...this.result, due, ...spreads, held, cpu: (user + system) / 1e6 / seconds }
  }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

export function spread(values: number[]): Spread {
  const sorted = Float64Array.from(values).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

if (import.meta.main) {
  const result = await new Run(JSON.parse(process.argv.at(-1)!) as Load).go()
  process.stdout.write(JSON.stringify(result))
}
