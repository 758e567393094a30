import { request as httpRequest } from 'node:http'
import type { Expectation } from './generator.ts'

/** A request as it goes over the wire. */
export function request(method: string, path: string, { headers = {}, body }: Extra = {}): string {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}

interface Extra {
  headers?: Record<string, string> | undefined
  body?: string
}

/** An answer to be sent again by a yardstick. */
export interface Answer {
  status: number
  headers: string[]
  /** In base64. */
  body: string
}

/** Node adds these by itself. */
const ofTheConnection = ['date', 'connection', 'keep-alive']

/** Asks once, and gives the answer with its headers just as they came. */
export async function fetchAnswer(url: string, method: string, path: string, { headers, body }: Extra = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const asked = httpRequest(new URL(path, url), { method, agent: false }, async (response) => {
    const parts: Buffer[] = await response.toArray()
    const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, i) =>
      response.rawHeaders.slice(i * 2, i * 2 + 2),
    )
    resolve({
      status: response.statusCode!,
      headers: pairs.filter(([name]) => !ofTheConnection.includes(name!.toLowerCase())).flat(),
      body: Buffer.concat(parts).toString('base64'),
    })
  })
  asked.once('error', reject)
  for (const [name, value] of Object.entries(headers ?? {})) asked.setHeader(name, value)
  if (body !== undefined) asked.setHeader('content-type', 'application/json')
  asked.end(body)
  return promise
}

export const textOf = ({ body }: Answer) => Buffer.from(body, 'base64').toString()

export const headerOf = ({ headers }: Answer, name: string) =>
  headers[headers.findIndex((header, i) => i % 2 === 0 && header.toLowerCase() === name) + 1]

export const exactly = ({ status, body }: Answer): Expectation => ({ status, body })
