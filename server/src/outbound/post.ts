import { request as requestHttp, type IncomingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { judge, nameOf, resolveAll, type Allow, type Resolve } from './address-rules.ts'

export interface Target {
  url: string
  headers: Record<string, string>
  body: string
  /** For all of it, from the look-up of the name to the last byte of the answer. */
  timeoutMs: number
  /** With it the address rules hold; without it the address is the operator's own. */
  allow?: Allow
  resolve?: Resolve
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Its first 16 KiB. */
  body: string
  durationMs: number
}

type Kind = 'refused-address' | 'timeout' | 'unreachable' | 'tls'

/** The message never holds the address, which can be a key. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly kind: Kind
  /** Whether the receiver may have got the request. */
  readonly sent: boolean

  constructor(kind: Kind, message: string, sent = false) {
    super(message)
    this.kind = kind
    this.sent = sent
  }
}

const maxBody = 16 * 1024

/** One POST, by a connection of its own. Redirects are answers like any other. */
export async function post(target: Target): Promise<Answer> {
  const begun = performance.now()
  if (!URL.canParse(target.url)) throw new OutboundError('refused-address', 'malformed address')
  const url = new URL(target.url)
  if (!/^https?:$/.test(url.protocol)) throw new OutboundError('refused-address', 'malformed address')
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), target.timeoutMs)
  try {
    const addresses = await addressesOf(nameOf(url), target.resolve ?? resolveAll, deadline.signal)
    const verdict = target.allow ? judge(url, addresses, target.allow) : 'ok'
    if (verdict !== 'ok') throw new OutboundError('refused-address', `${verdict} address`)
    const answer = await exchange(url, addresses, target, deadline.signal)
    return { ...answer, durationMs: Math.round(performance.now() - begun) }
  } finally {
    clearTimeout(timer)
  }
}

const late = (sent: boolean) => new OutboundError('timeout', 'timeout', sent)
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'failed'

function addressesOf(host: string, resolve: Resolve, deadline: AbortSignal): Promise<string[]> {
  if (isIP(host)) return Promise.resolve([host])
  return new Promise((done, fail) => {
    deadline.addEventListener('abort', () => fail(late(false)))
    resolve(host).then(
      (addresses) =>
        addresses.length > 0 ? done(addresses) : fail(new OutboundError('unreachable', 'ENOTFOUND')),
      (error) => fail(new OutboundError('unreachable', codeOf(error))),
    )
  })
}

/** Connects to these addresses alone: the name is not looked up a second time. */
function exchange(url: URL, addresses: string[], target: Target, deadline: AbortSignal) {
  const isSecure = url.protocol === 'https:'
  const lookup: LookupFunction = (_host, { all }, found) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) found(null, known)
    else found(null, known[0]!.address, known[0]!.family)
  }
  return new Promise<Omit<Answer, 'durationMs'>>((done, fail) => {
    let stage: 'connecting' | 'greeting' | 'sent' = 'connecting'
    const give = (kind: Kind, message: string) => fail(new OutboundError(kind, message, stage === 'sent'))
    const failed = (error: unknown) => give(stage === 'greeting' ? 'tls' : 'unreachable', codeOf(error))

    const request = (isSecure ? requestHttps : requestHttp)({
      host: nameOf(url),
      port: url.port || (isSecure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: target.headers,
      lookup,
      agent: false,
    })
    deadline.addEventListener('abort', () => {
      fail(late(stage === 'sent'))
      request.destroy()
    })
    request.on('socket', (socket) => {
      socket.once('connect', () => (stage = isSecure ? 'greeting' : 'sent'))
      socket.once('secureConnect', () => (stage = 'sent'))
    })
    request.on('error', failed)
    request.on('close', () => give('unreachable', 'closed'))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () => {
        const body = Buffer.concat(chunks).subarray(0, maxBody).toString()
        done({ status: response.statusCode ?? 0, headers: response.headers, body })
        request.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size >= maxBody) finish()
      })
      response.on('end', finish)
      response.on('error', failed)
    })
    request.end(target.body)
  })
}

/** What the JSON of an answer holds; nothing where it is no object. */
export function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
