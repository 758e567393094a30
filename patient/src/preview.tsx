import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { completeHome } from './home-document.ts'
import { HomeContent } from './pages/home.tsx'
import { SiteContext, type Site } from './site.ts'
import { Layout } from './ui/layout.tsx'

/** The home page as a draft would look, for the console to show in a frame. Nothing in it leads anywhere. */
function Preview({ site }: { site: Site }) {
  const [home, setHome] = useState(() => completeHome(site.front?.home))
  useEffect(() => {
    addEventListener('message', ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== parent) return
      if (data?.type === 'zhenyue-preview') setHome(completeHome(data.home))
    })
    const still = (event: Event) => {
      if (!(event.target as Element).closest('.info-banner')) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    addEventListener('click', still, true)
    addEventListener('auxclick', still, true)
    parent.postMessage({ type: 'zhenyue-preview-ready' }, location.origin)
  }, [])
  return (
    <SiteContext.Provider value={site}>
      <Layout screen="home" mainRef={null}>
        <HomeContent home={home} banners={site.front?.banners ?? []} />
      </Layout>
    </SiteContext.Provider>
  )
}

export function startPreview(root: HTMLElement, site: Site) {
  root.textContent = ''
  render(<Preview site={site} />, root)
}
