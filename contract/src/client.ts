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
  /** What some refusals say beyond their message. */
  readonly data: unknown

  constructor({ status, code, message, headers, data }: Omit<Reply<Endpoint>, 'data'> & { data?: unknown }) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
    this.requestId = headers.get('x-request-id')
  }
}

export interface ClientOptions {
  baseUrl: string
  token?: () => string | undefined
  fetch?: typeof fetch
}

export type Call<E extends Endpoint> = Partial<Sent<E>> & {
  /** The body of an operation that takes bytes. */
  file?: Blob | FormData
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Goes on when the page is left. */
  keepalive?: boolean
}

/** A typed caller over the contract: `call` gives the data or throws, `send` the whole reply, `open` a stream. */
export function createClient({ baseUrl, token, fetch: request = fetch }: ClientOptions) {
  function ask<E extends Endpoint>(endpoint: E, sent: Call<E>): Promise<Response> {
    const { body, file, headers, signal, keepalive } = sent
    const params = (sent.params ?? {}) as Record<string, string>
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key]!))
    const url = new URL(path, baseUrl)
    for (const [key, value] of Object.entries(sent.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, String(value))
    }
    const bearer = token?.()
    return request(url, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
  }

  async function replyOf<E extends Endpoint>(response: Response): Promise<Reply<E>> {
    const envelope = (await response.json()) as { code: number; message: string; data: Data<E> }
    return { ...envelope, status: response.status, headers: response.headers }
  }

  const send = async <E extends Endpoint>(endpoint: E, sent: Call<E> = {}): Promise<Reply<E>> =>
    replyOf(await ask(endpoint, sent))

  /** The answer of an operation that is a stream. */
  async function open<E extends Endpoint>(endpoint: E, sent: Call<E> = {}): Promise<Response> {
    const response = await ask(endpoint, sent)
    if (!response.ok) throw new CallError(await replyOf(response))
    return response
  }

  async function call<E extends Endpoint>(endpoint: E, sent: Call<E> = {}): Promise<Data<E>> {
    const reply = await send(endpoint, sent)
    if (reply.code !== 0) throw new CallError(reply)
    return reply.data
  }

  return { send, call, open }
}
