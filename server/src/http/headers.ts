import type { IncomingHttpHeaders } from 'node:http'

/** Nothing may be stored on the way, or tell another site the address, unless a route says otherwise. */
export const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
}

export const json = 'application/json; charset=utf-8'

/** One host, and no other origin: whatever else is left to Fastify, which knows how to refuse it. */
export const isUsual = ({ host, origin }: IncomingHttpHeaders) =>
  host !== undefined && !host.includes(',') && origin === undefined
