import * as z from 'zod'

/**
 * Who may call:
 * - `public`: anyone; a token is ignored
 * - `optional`: anyone, but a token that is sent must be good, and shows more
 * - `admin`: an administrator
 * - `token`: the bearer of a good token, even if the account has since been removed
 */
export type Auth = 'public' | 'optional' | 'admin' | 'token'

/** One HTTP operation: everything the server, the clients and OpenAPI need to agree on. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/v1/${string}`
  auth: Auth
  /** Chinese, then English. */
  summary: string
  description: string
  /** What a success says. */
  message: string
  params: Params
  query: Query
  body: Body
  data: Data
  /** Refusals beyond those every operation shares, by HTTP status. */
  refuses: Partial<Record<number, readonly string[]>>
  /** Counted against the limit for public writes. */
  limited: boolean
  /** Accepts bodies of up to 4 MiB rather than 64 KiB. */
  large: boolean
  /** Answers carry an ETag, and a matching If-None-Match gets 304. */
  etag: boolean
}

/** Stands where an operation takes or gives nothing. */
export const nothing = z.undefined()
export type Nothing = typeof nothing

const defaults = {
  message: 'ok',
  params: nothing,
  query: nothing,
  body: nothing,
  data: nothing,
  refuses: {},
  limited: false,
  large: false,
  etag: false,
}

/** Fills the parts an operation does not use, so that the tables stay short. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  D extends z.ZodType = Nothing,
>(
  e: Omit<Endpoint<P, Q, B, D>, keyof typeof defaults> &
    Partial<Pick<Endpoint<P, Q, B, D>, keyof typeof defaults>>,
) {
  return { ...defaults, ...e } as unknown as Endpoint<P, Q, B, D>
}

/** The body of most writes: a JSON object, unknown keys ignored. */
export const jsonBody = <S extends z.ZodRawShape>(shape: S) => z.object(shape, '请求体格式错误')

export const idParams = z.object({ id: z.string() })

export type Sent<E extends Endpoint> = {
  params: z.input<E['params']>
  query: z.input<E['query']>
  body: z.input<E['body']>
}
export type Received<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type Data<E extends Endpoint> = z.output<E['data']>
