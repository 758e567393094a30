import { STATUS_CODES } from './node-http.ts'

export const keepAliveSeconds = 72

/** Headers as they are sent. */
export const headLines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const scratch = Buffer.alloc(64 * 1024)
/** A text in UTF-8, each byte as one character: what node is given in this form it sends as it is. */
export function inBytes(text: string): string {
  if (text.length * 3 > scratch.length) return Buffer.from(text).toString('latin1')
  return scratch.toString('latin1', 0, scratch.write(text))
}

const firstLines = new Map<number, string>()
function firstLine(status: number): string {
  let line = firstLines.get(status)
  if (line === undefined) {
    firstLines.set(status, (line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: `))
  }
  return line
}

let second = 0
let kept = ''
let closed = ''
function lastLines(isLast: boolean): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    const date = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
    kept = `${date}Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
    closed = `${date}Connection: close\r\n\r\n`
  }
  return isLast ? closed : kept
}

export interface Answer {
  status: number
  reqId: string
  /** Headers, known to be sound. */
  lines: string
  /** Each character is one byte. */
  body: string
}

/** The whole of an answer. To have node check each header and put them together takes longer than to make a document. */
export function wire({ status, reqId, lines, body }: Answer, isLast: boolean): string {
  const length = status === 304 ? '' : `content-length: ${body.length}\r\n`
  return `${firstLine(status)}${reqId}\r\n${lines}${length}${lastLines(isLast)}${body}`
}
