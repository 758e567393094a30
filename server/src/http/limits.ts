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

/** Counts what an address does, and all do together. Each instance counts for itself. */
class Limit {
  readonly #perAddress: number
  readonly #inAll: number
  readonly #now: () => number
  #window = { start: 0, all: 0, counts: new Map<string, number>() }

  constructor(perAddress: number, inAll: number, now: () => number) {
    this.#perAddress = perAddress
    this.#inAll = inAll
    this.#now = now
  }

  /** Throws once the address, or all together, are at the limit. */
  check(address: string) {
    this.#open(networkOf(address))
  }

  /** Throws past the limit. Answers how to take it back. */
  count(address: string) {
    const network = networkOf(address)
    const window = this.#open(network)
    const add = (one: 1 | -1) => {
      window.counts.set(network, (window.counts.get(network) ?? 0) + one)
      window.all += one
    }
    add(1)
    return () => add(-1)
  }

  #open(network: string) {
    const at = this.#now()
    const { start, counts } = this.#window
    if (at - start >= minute || at < start || counts.size > mostAddresses) {
      this.#window = { start: at, all: 0, counts: new Map() }
    }
    const window = this.#window
    const isPast = (window.counts.get(network) ?? 0) >= this.#perAddress || window.all >= this.#inAll
    if (isPast) throw tooMany(Math.ceil((window.start + minute - at) / 1000))
    return window
  }
}

/** What one who has no token may do in a minute. Carriers put many phones behind one address. */
export function createLimits(isOn: boolean, now: () => number) {
  const limit = (perAddress: number, inAll = Infinity) =>
    isOn ? new Limit(perAddress, inAll, now) : new Limit(Infinity, Infinity, now)
  return {
    publicWrites: limit(300),
    readsByPhone: limit(120, 3000),
    unknownIds: limit(120, 3000),
    /** Those under way included, so that a flood ends before it waits for anything. */
    failedLogins: limit(60),
  }
}

export type Limits = ReturnType<typeof createLimits>
