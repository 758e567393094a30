const placeOf = (path: string) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)

/** The part that the place belongs to, where it has no field of its own. */
function nearest(path: string): HTMLElement | null {
  const keys = path.split('.')
  for (; keys.length > 0; keys.pop()) {
    const place = placeOf(keys.join('.'))
    if (place) return place
  }
  return null
}

const frames = 12

/** Scrolls to a part of the document and gives it the focus. What holds it may have to open first. */
export function leadTo(path: string) {
  let tries = 0
  let frame = requestAnimationFrame(look)
  function look() {
    const place = placeOf(path) ?? (++tries > frames ? nearest(path) : null)
    if (!place) {
      if (tries <= frames) frame = requestAnimationFrame(look)
      return
    }
    place.scrollIntoView({ block: 'center' })
    place.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
  }
  return () => cancelAnimationFrame(frame)
}
