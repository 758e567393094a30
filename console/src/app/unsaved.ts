/** Each answers whether anything would be lost with the page. */
export const unsaved = new Set<() => boolean>()

addEventListener('beforeunload', (event) => {
  if (![...unsaved].some((has) => has())) return
  event.preventDefault()
  // Chromium before 119 asks only where this is set.
  event.returnValue = true
})
