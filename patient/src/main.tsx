import './styles/index.css'
import { hydrate, options } from 'preact'
import { App } from './app.tsx'
import { keepFront } from './front.ts'
import { placeNow } from './navigation.ts'
import type { Site } from './site.ts'
import { setViewOf } from './view.ts'

// Preact would call `queueMicrotask`, which older phones do not know, and nothing would ever be drawn again.
options.debounceRendering = (draw) => void Promise.resolve().then(draw)

const root = document.getElementById('app')!
const site = JSON.parse(document.getElementById('site')!.textContent) as Site

setViewOf(document.cookie)
if (/[?&]preview=1\b/.test(location.search)) {
  void import('./preview.tsx').then(({ startPreview }) => startPreview(root, site))
} else {
  if (site.front) keepFront(site.front)
  hydrate(<App site={site} place={placeNow()} />, root)
}
