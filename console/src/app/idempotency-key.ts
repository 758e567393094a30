import { useRef } from 'react'

/** `randomUUID` is not to be had on plain http, as in a local network. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The header that has a body done once: sent again unchanged it has the same key, changed a new one. */
export function useIdempotencyKey() {
  const last = useRef({ body: '', key: '' })
  return (body: object) => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: randomKey() }
    return { 'idempotency-key': last.current.key }
  }
}
