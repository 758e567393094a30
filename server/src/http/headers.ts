/** Nothing may be stored on the way, or tell another site the address, unless a route says otherwise. */
export const everyAnswer = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
}

export const json = 'application/json; charset=utf-8'

/** The server joins what is repeated. */
export const isOneHost = (host: string | undefined) => host !== undefined && !host.includes(',')
