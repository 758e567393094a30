import type { Data, Endpoint, Sent } from './endpoint.ts'

/** What the service answers, whatever the outcome. */
export interface Reply<E extends Endpoint> {
  status: number
  code: number
  message: string
  data: Data<E>
  headers: Headers
}

/** Thrown for an answer that is a refusal or a fault. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: number
  readonly requestId: string | null

  constructor({ status, code, message, headers }: Reply<Endpoint>) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = headers.get('x-request-id')
  }
}

export interface ClientOptions {
  baseUrl: string
  token?: () => string | undefined
  fetch?: typeof fetch
}

export type Call<E extends Endpoint> = Partial<Sent<E>> & {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A typed caller over the contract: `call` gives the data or throws, `send` gives the whole reply. */
export function createClient({ baseUrl, token, fetch: request = fetch }: ClientOptions) {
  async function send<E extends Endpoint>(endpoint: E, sent: Call<E> = {}): Promise<Reply<E>> {
    const { body, headers, signal } = sent
    const params = (sent.params ?? {}) as Record<string, string>
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!))
    const url = new URL(path, baseUrl)
    for (const [key, value] of Object.entries(sent.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, String(value))
    }
    const bearer = token?.()
    const response = await request(url, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const envelope = (await response.json()) as { code: number; message: string; data: Data<E> }
    return { ...envelope, status: response.status, headers: response.headers }
  }

  async function call<E extends Endpoint>(endpoint: E, sent: Call<E> = {}): Promise<Data<E>> {
    const reply = await send(endpoint, sent)
    if (reply.code !== 0) throw new CallError(reply)
    return reply.data
  }

  return { send, call }
}
