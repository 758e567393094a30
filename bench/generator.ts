import { connect, type Socket } from 'node:net'

/** One load on one or more servers, asked for by the parent of this process. */
export interface Load {
  ports: number[]
  connections: number
  seconds: number
  /** The whole request. Its `139########`, if any, becomes another number in each. */
  request: string
  /** The first of the numbers. */
  first?: number
  expect: Expectation
}

export interface Expectation {
  status: number
  /** The very bytes, in base64; */
  body?: string
  /** or what the body has to match. What its first group holds is reported with the number that was sent. */
  pattern?: string
}

export interface Result {
  /** Answers within the time, for each port. */
  answered: number[]
  /** How long that was. */
  seconds: number
  /** Numbers that were sent. */
  next: number
  acknowledged: [number: number, id: string][]
  wrong: number
  firstWrong: string
  /** Milliseconds. */
  p50: number
  p99: number
  /** How much of a core this process took; near 1 it is the bottleneck itself. */
  cpu: number
}

const mark = '139########'
const received = Buffer.allocUnsafe(1024 * 1024)

class Connection {
  readonly socket: Socket
  readonly #run: Run
  readonly #port: number
  readonly #request: Buffer
  readonly #digits: number
  #number = 0
  #sent = 0
  #partial: Buffer | undefined
  busy = false

  constructor(run: Run, port: number, ready: () => void) {
    this.#run = run
    this.#port = port
    this.#request = Buffer.from(run.load.request)
    this.#digits = this.#request.indexOf(mark) + 3
    const onread = { buffer: received, callback: (size: number) => (this.#take(size), true) }
    this.socket = connect({ port: run.load.ports[port]!, host: '127.0.0.1', onread })
    this.socket.setNoDelay(true)
    this.socket.once('connect', ready)
    this.socket.on('error', (error) => run.fail(String(error)))
    this.socket.once('close', () => this.busy && run.fail('a connection was closed before its answer'))
  }

  send() {
    if (this.#digits > 2) {
      let rest = (this.#number = this.#run.next++)
      for (let at = this.#digits + 7; at >= this.#digits; at--) {
        this.#request[at] = 48 + (rest % 10)
        rest = Math.floor(rest / 10)
      }
    }
    this.busy = true
    this.#sent = performance.now()
    this.socket.write(this.#request)
  }

  #take(size: number) {
    let bytes = received.subarray(0, size)
    if (this.#partial) bytes = Buffer.concat([this.#partial, bytes])
    const head = bytes.indexOf('\r\n\r\n')
    const end = head < 0 ? Infinity : head + 4 + lengthIn(bytes.toString('latin1', 0, head))
    if (bytes.length < end) {
      this.#partial = Buffer.from(bytes)
      return
    }
    this.#partial = undefined
    this.busy = false
    this.#run.check(bytes, head + 4, this.#number)
    this.#run.answered(this, this.#port, performance.now() - this.#sent)
  }
}

/** Of a 304, nothing follows the head. */
const lengthIn = (head: string) => Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)

class Run {
  readonly load: Load
  next: number
  readonly #status: string
  readonly #body: Buffer | undefined
  readonly #pattern: RegExp | undefined
  readonly #answered: number[]
  readonly #acknowledged: [number, string][] = []
  readonly #times: number[] = []
  #wrong = 0
  #firstWrong = ''
  #over = false

  constructor(load: Load) {
    const { status, body, pattern } = load.expect
    this.load = load
    this.next = load.first ?? 0
    this.#status = String(status)
    this.#body = body === undefined ? undefined : Buffer.from(body, 'base64')
    this.#pattern = pattern === undefined ? undefined : new RegExp(pattern)
    this.#answered = load.ports.map(() => 0)
  }

  fail(why: string) {
    this.#wrong++
    this.#firstWrong ||= why
  }

  check(bytes: Buffer, body: number, number: number) {
    if (bytes.toString('latin1', 9, 12) !== this.#status) return this.fail(bytes.toString('utf8', 0, 2000))
    if (this.#body && bytes.compare(this.#body, 0, this.#body.length, body) !== 0) {
      this.fail(`another body: ${bytes.toString('utf8', body, body + 2000)}`)
    }
    if (!this.#pattern) return
    const match = this.#pattern.exec(bytes.toString('utf8', body))
    if (!match) this.fail(`another body: ${bytes.toString('utf8', body, body + 2000)}`)
    else if (match[1] !== undefined) this.#acknowledged.push([number, match[1]])
  }

  answered(connection: Connection, port: number, time: number) {
    this.#times.push(time)
    if (this.#over) return
    this.#answered[port]!++
    connection.send()
  }

  async go(): Promise<Result> {
    const connections: Connection[] = []
    for (let i = 0; i < this.load.connections; i++) {
      await new Promise<void>((ready, failed) => {
        const connection = new Connection(this, i % this.load.ports.length, ready)
        connection.socket.once('error', failed)
        connections.push(connection)
      })
    }
    const before = process.cpuUsage()
    const began = performance.now()
    for (const connection of connections) connection.send()
    await wait(this.load.seconds * 1000)
    this.#over = true
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(before)
    for (let tries = 0; tries < 3000 && connections.some(({ busy }) => busy); tries++) await wait(5)
    for (const connection of connections) {
      if (connection.busy) this.fail('a request without an answer')
      connection.busy = false
      connection.socket.destroy()
    }
    const sorted = Float64Array.from(this.#times).sort()
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    return {
      answered: this.#answered,
      seconds,
      next: this.next,
      acknowledged: this.#acknowledged,
      wrong: this.#wrong,
      firstWrong: this.#firstWrong,
      p50: at(0.5),
      p99: at(0.99),
      cpu: (user + system) / 1e6 / seconds,
    }
  }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

process.on('message', (load: Load) => {
  new Run(load).go().then(
    (result) => process.send!(result),
    (error: unknown) => process.send!({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
