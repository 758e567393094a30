import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { smallBody } from './body.ts'

export const keepAliveSeconds = 72

/**
 * A request that holds what comes of its body until it is known who reads it: as a whole, or as a stream. For a small
 * body the events of a stream are of no use, and most of the cost.
 */
export class Request extends IncomingMessage {
  #held: Buffer[] | undefined = []
  #bytes = 0
  #done: ((body: Buffer) => void) | undefined

  override push(part: Buffer | null, encoding?: BufferEncoding): boolean {
    if (!this.#held) return super.push(part, encoding)
    if (part) {
      this.#held.push(part)
      this.#bytes += part.length
    } else {
      this.#done?.(this.#whole())
    }
    return this.#done !== undefined || this.#bytes < smallBody
  }

  #whole(): Buffer {
    return this.#held!.length === 1 ? this.#held![0]! : Buffer.concat(this.#held!)
  }

  takeWhole(done: (body: Buffer) => void) {
    if (this.complete) return done(this.#whole())
    this.#done = done
    this.takeNothing()
  }

  /** Tells node that it need not read the body to its end itself. */
  takeNothing() {
    this._read(0)
  }

  takeStream() {
    const held = this.#held ?? []
    this.#held = undefined
    for (const part of held) super.push(part)
    if (this.complete) super.push(null)
  }
}

let second = 0
let date = ''
function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
  }
  return date
}

/** Headers as they are sent. */
export const headLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`

export class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** What node keeps of a head that has been made. */
  declare _header: string

  /**
   * Sends a whole answer on a connection that is kept. Its headers are known to be sound: to have node check each and
   * put them together anew takes longer than all that we do for a document. Of the body, each character is one byte.
   */
  sendWhole(status: number, lines: string, body: string) {
    this.statusCode = status
    this._header = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}${dateLine()}${goesOn}${body}`
    this.end()
  }
}
