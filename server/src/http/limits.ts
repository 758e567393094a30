import { isIPv6 } from 'node:net'
import { tooMany } from './errors.ts'

const minute = 60_000
const publicWritesAMinute = 300
const mostAddresses = 50_000

/** What one household or phone commands: an IPv4 address, or the first half of an IPv6 one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const parts = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array(Math.max(0, 8 - parts.length - rest.length)).fill('0')
  return [...parts, ...zeros, ...rest]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16))
    .join(':')
}

/** Counts public writes by address. Each instance counts for itself: this guards against floods, not guesses. */
export function createWriteLimit(now: () => number) {
  let windowStart = 0
  const counts = new Map<string, number>()

  return function countWrite(address: string) {
    const at = now()
    if (at - windowStart >= minute || at < windowStart || counts.size > mostAddresses) {
      windowStart = at
      counts.clear()
    }
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count > publicWritesAMinute) throw tooMany(Math.ceil((windowStart + minute - at) / 1000))
  }
}
