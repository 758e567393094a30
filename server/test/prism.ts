interface Violation {
  location: string[]
  message: string
}

/** What Prism found; where there is more than a header holds, it tells only the beginning. */
function violationsIn(response: Response): Violation[] {
  const told = response.headers.get('sl-violations') ?? '[]'
  return told.startsWith('[') ? JSON.parse(told) : [{ location: ['response'], message: told }]
}

/**
 * Sends a request by way of Prism, which holds it and its answer against the OpenAPI document. What violates the
 * document the service has to refuse, and no answer may violate it.
 */
export const throughPrism: typeof fetch = async (input, init = {}) => {
  // The document does not tell of forms: generators stumble over two kinds of body.
  if (init.body instanceof FormData) return fetch(input, init)
  const url = new URL(String(input))
  const headers = new Headers(init.headers)
  headers.set('x-upstream', url.origin)
  let { body } = init
  if (body instanceof Blob) {
    if (!headers.has('content-type')) headers.set('content-type', body.type)
    headers.set('x-encoded', 'base64')
    body = Buffer.from(await body.arrayBuffer()).toString('base64')
  }
  const prism = new URL(url.pathname + url.search, process.env['TEST_PRISM'])
  const response = await fetch(prism, { ...init, body, headers })
  if (response.headers.get('content-type') === 'application/problem+json') {
    throw new Error(`Prism: ${await response.text()}`)
  }
  const wrong = violationsIn(response).filter(({ location: [where] }) => where !== 'request' || response.ok)
  if (wrong.length > 0) {
    const where = `${init.method} ${url.pathname} ${response.status}`
    throw new Error(`${where} violates the document: ${JSON.stringify(wrong)} in ${await response.text()}`)
  }
  if (!response.headers.has('x-encoded')) return response
  return new Response(Buffer.from(await response.text(), 'base64'), response)
}
