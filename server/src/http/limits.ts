import { isIPv6 } from 'node:net'
import { tooMany } from './errors.ts'

const minute = 60_000
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

/** Counts what an address does, and all do together; throws past the limit. Each instance counts for itself. */
function createLimit(
  { perAddress, inAll = Infinity }: { perAddress: number; inAll?: number },
  now: () => number,
) {
  let windowStart = 0
  let all = 0
  const counts = new Map<string, number>()

  return function count(address: string) {
    const at = now()
    if (at - windowStart >= minute || at < windowStart || counts.size > mostAddresses) {
      windowStart = at
      all = 0
      counts.clear()
    }
    const network = networkOf(address)
    const ofNetwork = (counts.get(network) ?? 0) + 1
    counts.set(network, ofNetwork)
    all++
    if (ofNetwork > perAddress || all > inAll) throw tooMany(Math.ceil((windowStart + minute - at) / 1000))
  }
}

const unlimited = () => {}

/** What one who has no token may do in a minute. Carriers put many phones behind one address. */
export function createLimits(isOn: boolean, now: () => number) {
  const limit = (most: Parameters<typeof createLimit>[0]) => (isOn ? createLimit(most, now) : unlimited)
  return {
    publicWrites: limit({ perAddress: 300 }),
    readsByPhone: limit({ perAddress: 120, inAll: 3000 }),
    unknownIds: limit({ perAddress: 120, inAll: 3000 }),
  }
}

export type Limits = ReturnType<typeof createLimits>
