import { useEffect, useState } from 'preact/hooks'
import { api, ask } from './api.ts'
import { completeHome } from './home-document.ts'
import { useSite, type Front } from './site.ts'
import { keep, kept } from './storage.ts'
import { view } from './view.ts'

const key = 'home'

interface Kept extends Front {
  at: number
}

const clock = (at: number) =>
  new Date(at).toLocaleString(view().language === 'en' ? 'en' : 'zh-CN', {
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })

function readKept(): Kept | undefined {
  const found = kept<Kept>('localStorage', key)
  return (
    found && {
      ...found,
      home: completeHome(found.home),
      banners: Array.isArray(found.banners) ? found.banners : [],
    }
  )
}

export const keepFront = (front: Front) => keep('localStorage', key, { ...front, at: Date.now() })

async function loadFront(): Promise<Front> {
  const [home, banners] = await Promise.all([
    ask(api.home.read),
    ask(api.banners.list, { query: { enabled: 'true' } }),
  ])
  return { home: completeHome(home), banners }
}

/**
 * What the home page shows: what came with the page, or else what the service answers.
 * Until it answers, and when it does not, the last that this phone saw.
 */
export function useFront() {
  const site = useSite()
  const [front, setFront] = useState(site.front)
  const [keptAt, setKeptAt] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (site.front && tries === 0) return
    const last = readKept()
    if (last && !front) setFront(last)
    loadFront().then(
      (fresh) => {
        keepFront(fresh)
        site.front = fresh
        setFront(fresh)
        setKeptAt(undefined)
        setError(undefined)
      },
      (fault: unknown) => {
        setError(fault)
        if (last) setKeptAt(clock(last.at))
      },
    )
  }, [tries])
  return { front, keptAt, error, retry: () => setTries((count) => count + 1) }
}
