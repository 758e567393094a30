import { useSyncExternalStore, type MouseEvent } from 'react'

export const base = '/console'

const navigated = 'zhenyue-navigate'
const follow = (listener: () => void) => {
  addEventListener('popstate', listener)
  addEventListener(navigated, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(navigated, listener)
  }
}

/** The path within the console: `/leads`. */
export const pathOf = () => location.pathname.slice(base.length) || '/'
export const usePath = () => useSyncExternalStore(follow, pathOf)

export function navigate(to: string, { replace = false } = {}) {
  const isOtherPage = to.split(/[?#]/)[0] !== pathOf()
  const url = base + to
  if (replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  dispatchEvent(new Event(navigated))
  if (isOtherPage) scrollTo(0, 0)
}

/** For links: a plain click stays in the page. */
export const linkTo = (to: string) => ({
  href: base + to,
  onClick(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to)
  },
})

/** What the address says after the path, by name. */
export type Params = Record<string, string>

/** Parameters that tell of a person stand in the fragment, which no server and no proxy ever sees. */
const personal = new Set(['phone', 'keyword', 'target', 'open'])

export function readParams(): Params {
  return {
    ...Object.fromEntries(new URLSearchParams(location.search)),
    ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  }
}

export function addressOf(path: string, params: Params): string {
  const query = new URLSearchParams()
  const fragment = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    if (value) (personal.has(key) ? fragment : query).set(key, value)
  }
  const [search, hash] = [String(query), String(fragment)]
  return path + (search && `?${search}`) + (hash && `#${hash}`)
}

export type SetParams = (changes: Params, options?: { replace?: boolean }) => void

/** The parameters in the address, and a way to change some of them; an empty one is left out. */
export function useParams(): [Params, SetParams] {
  useSyncExternalStore(follow, () => location.search + location.hash)
  const set: SetParams = (changes, { replace = true } = {}) =>
    navigate(addressOf(pathOf(), { ...readParams(), ...changes }), { replace })
  return [readParams(), set]
}
