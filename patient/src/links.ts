import { firstPhone, hospitalCall } from '@zhenyue/contract/rules'
import { screenOf } from './routes.ts'

/** Where a link of a document leads. */
export type Target = { kind: 'screen'; path: string } | { kind: 'outside'; href: string }

/** Screens under the names that mini programs give their pages. */
const pages: Record<string, string> = {
  appointment: '/appointment',
  appointments: '/my-appointments',
  booking: '/appointment',
  'self-test': '/self-test',
  selftest: '/self-test',
  experts: '/experts',
  expert: '/experts',
  hospital: '/hospital',
  'my-appointments': '/my-appointments',
  privacy: '/privacy',
  help: '/help',
  settings: '/settings',
}

/** `/pages/experts/index` and `/pages/expert/detail?id=exp-1` name screens of ours. */
export function screenForPage(address: string): string {
  const [path = '', query = ''] = address.split('#')[0]!.split('?')
  const name = path.replace(/^\/?pages\//, '').split('/')[0]!
  const screen = pages[name] ?? '/'
  const id = /(?:^|&)id=([\w-]+)/.exec(query)?.[1]
  return screen === '/experts' && id ? `/experts/${id}` : screen
}

/** Where a tap calls the first phone number of a text. */
export function callTo(text: string): string | undefined {
  const phone = firstPhone(text)
  return phone && `tel:${phone.replace(/[ ()]/g, '')}`
}

/** Nothing but paths, http, https and tel leads anywhere, whatever the document says. */
export function targetOf(link: unknown, hospitalPhone = ''): Target | undefined {
  if (typeof link !== 'string') return undefined
  const address = link.trim()
  if (address.toLowerCase() === hospitalCall) {
    const href = callTo(hospitalPhone)
    return href === undefined ? undefined : { kind: 'outside', href }
  }
  if (address === '' || /[\u0000-\u001f\\]/.test(address)) return undefined
  if (/^https?:\/\/[^/]/i.test(address) || /^tel:[\w+*#().,;=-]+$/i.test(address)) {
    return { kind: 'outside', href: address }
  }
  const beginning = /^[^/?#]*/.exec(address)![0]
  if (address.startsWith('//') || /[:&]|%3a/i.test(beginning)) return undefined
  if (/^\/?pages\//.test(address)) return { kind: 'screen', path: screenForPage(address) }
  const path = `/${address.replace(/^\.?\//, '')}`.split(/[?#]/)[0]!
  return { kind: 'screen', path: screenOf(path) ? path : '/' }
}

/** An address that a browser can show a picture from. */
export function pictureOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || /[\u0000-\u001f\\]/.test(address)) return undefined
  if (/^data:/i.test(address)) {
    return /^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(address) ? address : undefined
  }
  if (/^https?:\/\/[^/]/i.test(address)) return address
  const beginning = /^[^/?#]*/.exec(address)![0]
  if (address === '' || address.startsWith('//') || beginning.includes(':')) return undefined
  return address.startsWith('/') ? address : `/${address}`
}
