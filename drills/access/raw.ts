import { connect } from 'node:net'

export interface Answer {
  status: number
  head: string
  body: string
}

export interface Exchange {
  /** Everything that came back, as latin1. */
  text: string
  closed: boolean
}

/** Sends bytes, part after part, and takes what comes until the connection ends, or falls silent after enough answers. */
export function exchange(
  url: string,
  parts: (string | Buffer)[],
  { enough = 1, silence = 150, patience = 5000 } = {},
): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  let text = ''
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const end = (closed: boolean) => {
    clearTimeout(timer)
    socket.destroy()
    resolve({ text, closed })
  }
  let timer = setTimeout(() => end(false), patience)
  socket.on('data', (data) => {
    text += data.toString('latin1')
    clearTimeout(timer)
    const answers = text.split('HTTP/1.1 ').length - 1
    timer = setTimeout(() => end(false), answers < enough ? patience : silence)
  })
  // A service that refuses may reset the connection while the rest is still on its way.
  socket.on('error', () => {})
  socket.on('close', () => end(true))
  socket.on('connect', async () => {
    for (const part of parts) {
      if (!socket.writable) return
      socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
      await new Promise((soon) => setTimeout(soon, 5))
    }
  })
  return promise
}

/** Takes answers apart by their own lengths; undefined where they are not well-formed HTTP. */
export function answersIn(text: string): Answer[] | undefined {
  const answers: Answer[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.slice(0, end)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    if (end < 0 || !status) return undefined
    const length = status === 100 ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1])
    if (!(rest.length >= end + 4 + length)) return undefined
    const body = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString()
    answers.push({ status, head, body })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
