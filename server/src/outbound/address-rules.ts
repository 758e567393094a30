import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** What WEBHOOK_ALLOW names: it may be called though it is inside, and by http. */
export interface Allow {
  hosts: Set<string>
  networks: BlockList
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>

export const resolveAll: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

const family = (ip: string) => (isIPv4(ip) ? 'ipv4' : 'ipv6')

function networks(list: string[]): BlockList {
  const blocks = new BlockList()
  for (const network of list) {
    const [ip = '', bits] = network.split('/')
    blocks.addSubnet(ip, Number(bits), family(ip))
  }
  return blocks
}

const notGlobalIPv4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
const globalIPv6 = networks(['2000::/3'])
const teredo = networks(['2001::/32'])
const sixToFour = networks(['2002::/16'])
/** Protocol assignments (benchmarking and ORCHID among them) and documentation. */
const notGlobalIPv6 = networks(['2001::/23', '2001:db8::/32', '3fff::/20'])

/** Whether the whole internet would reach one host by this address. */
export function isGlobalUnicast(ip: string): boolean {
  if (isIPv4(ip)) return !notGlobalIPv4.check(ip)
  // An address with a zone is of one link.
  if (!isIPv6(ip) || ip.includes('%') || !globalIPv6.check(ip, 'ipv6')) return false
  const groups = groupsOf(ip)
  if (sixToFour.check(ip, 'ipv6')) return isGlobalUnicast(embedded(groups, 1))
  // Its server, and its client with every bit turned over.
  if (teredo.check(ip, 'ipv6')) {
    const turned = groups.map((group) => group ^ 0xffff)
    return isGlobalUnicast(embedded(groups, 2)) && isGlobalUnicast(embedded(turned, 6))
  }
  return !notGlobalIPv6.check(ip, 'ipv6')
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const numbers = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

const embedded = (groups: number[], at: number) =>
  groups
    .slice(at, at + 2)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')

/** Hosts, addresses and networks, separated by commas. */
export function parseAllow(text: string): Allow {
  const allow: Allow = { hosts: new Set(), networks: new BlockList() }
  for (const entry of text.split(',').map((item) => item.trim())) {
    if (!entry) continue
    const [ip = '', bits, ...more] = entry.split('/')
    if (isIP(ip) && !ip.includes('%') && more.length === 0) {
      const most = isIPv4(ip) ? 32 : 128
      if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) throw new Error(entry)
      allow.networks.addSubnet(ip, Number(bits ?? most), family(ip))
      continue
    }
    const host = URL.canParse(`http://${entry}`) ? nameOf(new URL(`http://${entry}`)) : ''
    if (/[^\p{L}\p{N}._-]/u.test(entry) || !host || isIP(host)) throw new Error(entry)
    allow.hosts.add(host)
  }
  return allow
}

/** The host of an address as it is compared and resolved: in lower case, without brackets and closing dots. */
export const nameOf = (url: URL) => url.hostname.replace(/^\[|\]$|\.+$/g, '')

/** Of the operator's own addresses: http or https, without credentials. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** An address that paths are put behind, without a closing slash; undefined where it is none. */
export function parseBase(text: string): string | undefined {
  if (!isWebAddress(text) || /[?#]/.test(text)) return undefined
  return new URL(text).href.replace(/\/+$/, '')
}

/** Names that mean something inside a network only, whatever a resolver says. */
const localName = /^[^.]*$|(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/

/** Whether an address may be called when its name means these addresses. */
export function judge(url: URL, addresses: string[], allow: Allow): 'ok' | 'malformed' | 'private' {
  const host = nameOf(url)
  const isNamed = (ip: string) => isIP(ip) > 0 && allow.networks.check(ip, family(ip))
  const isAllowed = allow.hosts.has(host) || (addresses.length > 0 && addresses.every(isNamed))
  if (!isAllowed) {
    if (!isIP(host) && localName.test(host)) return 'private'
    if (!addresses.every((ip) => isNamed(ip) || isGlobalUnicast(ip))) return 'private'
  }
  const isSchemeFine = url.protocol === 'https:' || (url.protocol === 'http:' && isAllowed)
  return isSchemeFine && !url.username && !url.password ? 'ok' : 'malformed'
}

/**
 * For an address that is about to be saved. One whose name cannot be resolved just now passes: the same is
 * checked with every connection.
 */
export async function checkAddress(
  address: string,
  allow: Allow,
  resolve: Resolve = resolveAll,
): Promise<'ok' | 'malformed' | 'private'> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return 'malformed'
  const host = nameOf(url)
  return judge(url, isIP(host) ? [host] : await resolve(host).catch(() => []), allow)
}
