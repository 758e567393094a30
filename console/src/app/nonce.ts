export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

// The library sets no nonce on the styles with which it measures and locks the scroll bar.
const create = document.createElement.bind(document) as (
  name: string,
  options?: ElementCreationOptions,
) => HTMLElement
document.createElement = ((name: string, options?: ElementCreationOptions) => {
  const element = create(name, options)
  if (name === 'style') element.nonce = nonce
  return element
}) as typeof document.createElement
