import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { screenForPage } from './links.ts'
import { navigate, whenPlaceChanges, type Place } from './navigation.ts'
import { HomePage } from './pages/home.tsx'
import { ProvePhone } from './pages/phone-proof/lazy.ts'
import { leaveProof, whenProofIsAsked, type ProofRequest } from './phone-proof.ts'
import { screenOf, screenTitles } from './routes.ts'
import { SiteContext, type Site } from './site.ts'
import { Layout } from './ui/layout.tsx'
import { LazyScreen } from './ui/lazy-screen.tsx'
import { whenViewChanges } from './view.ts'

/** Whatever a path may say, there is a screen for it. */
export const matchOf = (path: string) => screenOf(path) ?? { screen: 'home' as const, part: '' }

export function titleOf(path: string, { front, hospital }: Site): string {
  const { screen } = matchOf(path)
  const name = hospital?.name ?? '诊约'
  if (screen !== 'home') return `${screenTitles()[screen]} - ${name}`
  const title = front?.home.hero.title
  return title ? `${title} - ${name}` : name
}

/** After a change of screen the reader is at its beginning, as after loading a page. */
function useFreshStart(path: string, main: RefObject<HTMLElement | null>) {
  const former = useRef(path)
  useLayoutEffect(() => {
    if (former.current === path) return
    former.current = path
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
}

/** Whose control goes away, by being used or otherwise, is at the beginning of the screen and not nowhere. */
function useFocusThatStays(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let last: EventTarget | null = null
    addEventListener('focusin', ({ target }) => (last = target))
    new MutationObserver(() => {
      const { activeElement, body } = document
      if (last && activeElement === body && !body.contains(last as Node)) {
        main.current?.focus({ preventScroll: true })
      }
    }).observe(document.body, { childList: true, subtree: true })
  }, [])
}

export function App({ site, place: first }: { site: Site; place: Place }) {
  const [place, setPlace] = useState(first)
  const [proof, setProof] = useState<ProofRequest>()
  const [, redraw] = useState(0)
  const main = useRef<HTMLElement>(null)
  const { screen, part } = matchOf(place.path)
  useEffect(() => {
    whenPlaceChanges(setPlace)
    whenProofIsAsked(setProof)
    whenViewChanges(() => redraw((count) => count + 1))
  }, [])
  useEffect(() => {
    if (place.path.startsWith('/pages/'))
      navigate(screenForPage(place.path + location.search), { replace: true })
  }, [place.path])
  useEffect(() => {
    document.title = titleOf(place.path, site)
  })
  useEffect(() => leaveProof, [place.path])
  useFreshStart(place.path, main)
  useFocusThatStays(main)
  return (
    <SiteContext.Provider value={site}>
      <Layout screen={screen} mainRef={main} covered={proof !== undefined}>
        {proof && (
          <section class="card cover">
            <ProvePhone {...proof} />
          </section>
        )}
        {screen === 'home' ? (
          <HomePage />
        ) : (
          <LazyScreen key={screen} screen={screen} part={part} state={place.state} />
        )}
      </Layout>
    </SiteContext.Provider>
  )
}
