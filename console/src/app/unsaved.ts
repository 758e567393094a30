/** Each answers whether anything would be lost with the page. */
export const unsaved = new Set<() => boolean>()

addEventListener('beforeunload', (event) => {
  if ([...unsaved].some((has) => has())) event.preventDefault()
})
