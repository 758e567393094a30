import { useSyncExternalStore, type MouseEvent } from 'react'

export const base = '/console'

const follow = (listener: () => void) => {
  addEventListener('popstate', listener)
  addEventListener('zhenyue-place', listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener('zhenyue-place', listener)
  }
}

/** The path within the console: `/leads`. */
export const pathOf = () => location.pathname.slice(base.length) || '/'
export const usePath = () => useSyncExternalStore(follow, pathOf)
const useAddress = () => useSyncExternalStore(follow, () => location.search + location.hash)

export function go(to: string, { replace = false } = {}) {
  const isOther = to.split(/[?#]/)[0] !== pathOf()
  const url = base + to
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  dispatchEvent(new Event('zhenyue-place'))
  if (isOther) scrollTo(0, 0)
}

/** For links: a plain click stays in the page. */
export const linkTo = (to: string) => ({
  href: base + to,
  onClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  },
})

export type Filter = Record<string, string>

/** What tells of a person stands in the fragment, which no server and no proxy ever sees. */
const personal = new Set(['phone', 'keyword', 'target'])

export function readFilter(): Filter {
  return {
    ...Object.fromEntries(new URLSearchParams(location.search)),
    ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  }
}

export function addressOf(path: string, filter: Filter): string {
  const open = new URLSearchParams()
  const hidden = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) {
    if (value) (personal.has(key) ? hidden : open).set(key, value)
  }
  return `${path}${open.size ? `?${open}` : ''}${hidden.size ? `#${hidden}` : ''}`
}

/** The filter in the address, and a way to change some of it. */
export function useFilter(): [Filter, (changes: Filter, options?: { replace?: boolean }) => void] {
  useAddress()
  const change = (changes: Filter, { replace = true } = {}) =>
    go(addressOf(pathOf(), { ...readFilter(), ...changes }), { replace })
  return [readFilter(), change]
}
