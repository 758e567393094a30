import { isIPv6 } from 'node:net'
import { tooMany } from './errors.ts'

const minute = 60_000
const publicWritesAMinute = 300
const mostAddresses = 50_000

/** One household or phone commands a whole /64. */
const groupOf = (address: string) =>
  isIPv6(address) && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address

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
    const group = groupOf(address)
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    if (count > publicWritesAMinute) throw tooMany(Math.ceil((windowStart + minute - at) / 1000))
  }
}
