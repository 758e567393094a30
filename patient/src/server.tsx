import { renderToString } from 'preact-render-to-string'
import { App, matchOf, titleOf } from './app.tsx'
import { pictureOf } from './links.ts'
import { addressOf, foreignPaths, paths as screenPaths, screenOf } from './routes.ts'
import type { Site } from './site.ts'
import { CallLink } from './ui/hospital-card.tsx'
import { Notice } from './ui/notice.tsx'
import { words } from './words.ts'
import { htmlAttributes, readView, setViewOf, view, viewName } from './view.ts'

/** The paths that answer with a page, in the server's notation. */
export const paths = [...screenPaths, foreignPaths]

/** The part of the cookies on which a page depends. */
export const variantOf = (cookies: string) => viewName(readView(cookies))

/** The screen at a path, undefined where there is none. Pages of a mini program all begin as the home page. */
export const screenAt = (path: string) => (path.startsWith('/pages/') ? 'home' : screenOf(path)?.screen)

export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' 'sha256-${ASSETS.styleHash}'`,
  // Pictures may lie wherever the hospital keeps them.
  "img-src 'self' data: https: http:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  // The console shows the home page in a frame.
  "frame-ancestors 'self'",
].join('; ')

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char]!)

/** JSON that cannot end the element it stands in. */
const inline = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const preload = (file: string) => `<link rel="modulepreload" href="/${file}">`

const said = words(
  { noScript: '这个浏览器打不开本页。请换手机自带的浏览器，或直接致电医院。' },
  { noScript: 'This browser cannot show the page. Please use another one, or call the hospital.' },
)

const NoScript = ({ site }: { site: Site }) => (
  <Notice tone="warning">
    <p>{said().noScript}</p>
    <div class="buttons">
      <CallLink phone={site.hospital?.phone ?? ''} />
    </div>
  </Notice>
)

/** What search engines and those who show a link ask of a page. */
function about(path: string, site: Site): string[] {
  const { hospital, front } = site
  const description = front?.home.hero.subtitle || hospital?.intro || ''
  const picture = [front?.home.hero.bgImage, hospital?.banner, hospital?.logo].map(pictureOf).find(Boolean)
  const canonical = addressOf(matchOf(path).screen)
  const properties = {
    'og:type': 'website',
    'og:title': titleOf(path, site),
    'og:description': description,
    'og:site_name': hospital?.name,
    'og:locale': view().language === 'en' ? 'en_US' : 'zh_CN',
    // As a path: a page is kept ready for whatever host it is asked by.
    'og:image': picture?.startsWith('data:') ? undefined : picture,
  }
  return [
    `<title>${escape(properties['og:title'])}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    ...Object.entries(properties)
      .filter(([, content]) => content)
      .map(([property, content]) => `<meta property="${property}" content="${escape(content!)}">`),
    canonical ? `<link rel="canonical" href="${canonical}">` : '',
  ]
}

/** The whole page, with its content in place before any script runs. */
export function renderPage(path: string, cookies: string, site: Site): string {
  setViewOf(cookies)
  const { screen } = matchOf(path)
  const attributes = Object.entries(htmlAttributes(view()))
  const files = [...ASSETS.imports, ...(ASSETS.screens[screen] ?? [])]
  return [
    '<!doctype html>',
    `<html ${attributes.map(([name, value]) => `${name}="${value}"`).join(' ')}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    ...about(path, site),
    '<meta name="format-detection" content="telephone=no">',
    '<meta name="theme-color" content="#0b6b63">',
    '<link rel="icon" href="/media/logo.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style>${ASSETS.style}</style>`,
    ...new Set(files.map(preload)),
    `<script type="module" src="/${ASSETS.script}"></script>`,
    '</head><body>',
    screen === 'home' ? '' : `<noscript>${renderToString(<NoScript site={site} />)}</noscript>`,
    `<div id="app">${renderToString(<App site={site} place={{ path }} />)}</div>`,
    `<script type="application/json" id="site">${inline(site)}</script>`,
    '</body></html>',
  ].join('\n')
}
