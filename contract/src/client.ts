import type { Data, Operation, Sent } from './endpoint.ts'

/** The instances of a global, for compilers that know of it: mini programs have no types of the web. */
type Global<Name extends string, Otherwise = never> =
  typeof globalThis extends Record<Name, { prototype: infer T }> ? T : Otherwise
type FetchAnswer = Global<'Response', Answer>

/** What is asked of `fetch`, so that anything else that carries requests can stand in its place. */
export type Transport<A extends Answer = Answer> = (url: string, request: TransportRequest) => Promise<A>

export interface TransportRequest {
  method: Operation['method']
  headers: Record<string, string>
  body?: string | Global<'Blob'> | Global<'FormData'>
  signal?: Global<'AbortSignal'>
  keepalive?: boolean
}

export interface Answer {
  status: number
  headers: { get(name: string): string | null }
  json(): Promise<unknown>
}

/** What the service answers, whatever the outcome. */
export interface Reply<E extends Operation, A extends Answer = FetchAnswer> {
  status: number
  code: number
  message: string
  data: Data<E>
  headers: A['headers']
}

/** Thrown for an answer that is a refusal or a fault. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: number
  readonly requestId: string | null
  /** What some refusals say beyond their message. */
  readonly data: unknown

  constructor({
    status,
    code,
    message,
    headers,
    data,
  }: Omit<Reply<Operation, Answer>, 'data'> & { data?: unknown }) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
    this.requestId = headers.get('x-request-id')
  }
}

export interface ClientOptions<A extends Answer = FetchAnswer> {
  /** The service, with or without a path in front of its own. */
  baseUrl: string
  token?: () => string | undefined
  fetch?: Transport<A>
}

export interface CallOptions {
  /** The body of an operation that takes bytes. */
  file?: Global<'Blob'> | Global<'FormData'>
  headers?: Record<string, string>
  signal?: Global<'AbortSignal'>
  /** Goes on when the page is left. */
  keepalive?: boolean
}

type Part<Name extends string, T> = undefined extends T ? { [K in Name]?: T } : { [K in Name]: T }

/** What is given with a call: what the operation needs has to be there. */
export type Call<E extends Operation> = Part<'params', Sent<E>['params']> &
  Part<'query', {} extends Sent<E>['query'] ? Sent<E>['query'] | undefined : Sent<E>['query']> &
  Part<'body', Sent<E>['body']> &
  CallOptions

/** A call as the arguments after the operation; none where nothing has to be given. */
export type CallArguments<E extends Operation> = {} extends Call<E> ? [sent?: Call<E>] : [sent: Call<E>]

/** Half of a character pair makes `encodeURIComponent` throw; it is sent as what stands for the unreadable. */
const encode = (value: unknown) =>
  encodeURIComponent(
    String(value).replace(/[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g, (found) =>
      found.length === 2 ? found : '\ufffd',
    ),
  )

/** By plain text, as not every runtime has `URL`. */
function addressOf(baseUrl: string, path: string, params: object, query: object): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encode((params as Record<string, unknown>)[name]),
  )
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return baseUrl.replace(/\/+$/, '') + filled + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

/** A typed caller over the contract: `call` gives the data or throws, `send` the whole reply, `open` a stream. */
export function createClient<A extends Answer = FetchAnswer>({
  baseUrl,
  token,
  fetch: request = fetch as unknown as Transport<A>,
}: ClientOptions<A>) {
  function ask(operation: Operation, sent: Partial<Sent<Operation>> & CallOptions = {}): Promise<A> {
    const { params, query, body, file, headers, signal, keepalive } = sent
    const bearer = token?.()
    return request(addressOf(baseUrl, operation.path, params ?? {}, query ?? {}), {
      method: operation.method,
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

  async function replyOf<E extends Operation>(answer: A): Promise<Reply<E, A>> {
    const envelope = (await answer.json()) as { code: number; message: string; data: Data<E> }
    return { ...envelope, status: answer.status, headers: answer.headers }
  }

  const send = async <E extends Operation>(operation: E, ...[sent]: CallArguments<E>): Promise<Reply<E, A>> =>
    replyOf(await ask(operation, sent))

  /** The answer of an operation that is a stream. */
  async function open<E extends Operation>(operation: E, ...[sent]: CallArguments<E>): Promise<A> {
    const answer = await ask(operation, sent)
    if (answer.status >= 300) throw new CallError(await replyOf(answer))
    return answer
  }

  async function call<E extends Operation>(operation: E, ...sent: CallArguments<E>): Promise<Data<E>> {
    const reply = await send(operation, ...sent)
    if (reply.code !== 0) throw new CallError(reply)
    return reply.data
  }

  return { send, call, open }
}
