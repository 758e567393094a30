/** How a person likes to read. Kept in a cookie, so that the page comes from the server the right way at once. */
export interface View {
  language: 'zh' | 'en'
  size: 'normal' | 'large' | 'huge'
  elder: boolean
}

const cookie = 'zhenyue-view'
const year = 365 * 24 * 60 * 60

export function readView(cookies: string): View {
  const value = new RegExp(`(?:^|;\\s*)${cookie}=([\\w.]*)`).exec(cookies)?.[1] ?? ''
  const marks = value.split('.')
  return {
    language: marks.includes('en') ? 'en' : 'zh',
    size: marks.includes('huge') ? 'huge' : marks.includes('large') ? 'large' : 'normal',
    elder: marks.includes('elder'),
  }
}

export const viewName = ({ language, size, elder }: View) =>
  `${language}.${size}.${elder ? 'elder' : 'plain'}`

export const htmlAttributes = ({ language, size, elder }: View) => ({
  lang: language === 'en' ? 'en' : 'zh-CN',
  'data-size': size,
  'data-elder': String(elder),
})

let current: View = readView('')
let onChange = () => {}

export const view = () => current

/** Before anything is rendered: there is one view a page, on the server as in the browser. */
export function setViewOf(cookies: string) {
  current = readView(cookies)
}

export function whenViewChanges(listener: () => void) {
  onChange = listener
}

export function changeView(change: Partial<View>) {
  current = { ...current, ...change }
  document.cookie = `${cookie}=${viewName(current)}; path=/; max-age=${year}; samesite=lax`
  for (const [name, value] of Object.entries(htmlAttributes(current))) {
    document.documentElement.setAttribute(name, value)
  }
  onChange()
}
