import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** Nothing may be stored on the way, or tell another site the address, unless a route says otherwise. */
export const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
}

export const json = 'application/json; charset=utf-8'

/** One host, no other origin, and a connection that stays: whatever else is left to Fastify, which knows how to deal with it. */
export const isUsual = ({ host, origin }: IncomingHttpHeaders, { shouldKeepAlive }: ServerResponse) =>
  host !== undefined && !host.includes(',') && origin === undefined && shouldKeepAlive
