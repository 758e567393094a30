import * as z from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may call:
 * - `public`: anyone; a token is ignored
 * - `optional`: anyone, but a token that is sent must be good, and shows more
 * - `admin`: staff whose role has the permission
 * - `super`: staff with the role `super`
 * - `token`: the bearer of a good token, even if the account has since been removed
 */
export type Auth = 'public' | 'optional' | 'admin' | 'super' | 'token'

/** What a client needs of an operation. What it takes and gives is known to the compiler alone. */
export interface Operation<S extends Parts = Parts, D = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/api/v1/${string}`
  /** Never there. */
  types?: { sent: S; data: D }
}
interface Parts {
  params: unknown
  query: unknown
  body: unknown
}

/** One HTTP operation: everything the server, the clients and OpenAPI need to agree on. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
> extends Operation<{ params: z.input<Params>; query: z.input<Query>; body: z.input<Body> }, z.output<Data>> {
  auth: A
  /** What the role of staff has to allow; nothing else decides. */
  may: A extends 'admin' | 'optional' ? Permission : Permission | undefined
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
  /** The limit of an address, looked at before the body is read. */
  limited: 'publicWrites' | 'failedLogins' | undefined
  /** Waits in a queue of its own, and does not count as load. */
  queued: boolean
  /** May be called before a password that the service made up has been changed. */
  withTemporaryPassword: boolean
  /** May be called by an account that has to have a second factor and has none. */
  withoutTotp: boolean
  /** Accepts bodies of up to 4 MiB rather than 64 KiB. */
  large: boolean
  /** Takes an Idempotency-Key: a repeated request gets the first answer. */
  idempotent: boolean
  /** Patients may have to send X-Phone-Proof. */
  takesPhoneProof: boolean
  /** Answers carry an ETag, and a matching If-None-Match gets 304. */
  etag: boolean
  /** Answers carry the ETag of the record, which staff send back as If-Match. */
  tagged: boolean
  /** Takes If-Match, and is refused with 409 where someone else was first; answers are tagged too. */
  takesIfMatch: boolean
  /** An answer may be given again for a second, though other instances may have changed what it tells of. */
  keptBriefly: boolean
  /** Answers staff with whole phone numbers unless `masked` is asked for; that it did is counted in the security log. */
  showsPhones: boolean
  /** Answers one whole phone number, of which accounts that see them masked may read only so many a day. */
  tellsPhone: boolean
  /** The media types of a body that is no JSON but bytes; send it as `file` with the client. */
  bodyTypes: readonly string[]
  /** How many of them there may be, where it is not the size of a picture. */
  bodyBytes: number | undefined
  /** The media types of a success that is no envelope but a stream; read it with `open` of the client. */
  stream: readonly string[]
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
  limited: undefined,
  queued: false,
  withTemporaryPassword: false,
  withoutTotp: false,
  large: false,
  idempotent: false,
  takesPhoneProof: false,
  etag: false,
  tagged: false,
  takesIfMatch: false,
  keptBriefly: false,
  showsPhones: false,
  tellsPhone: false,
  bodyTypes: [],
  bodyBytes: undefined,
  stream: [],
}

/** Fills the parts an operation does not use, so that the tables stay short. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  D extends z.ZodType = Nothing,
  const A extends Auth = Auth,
>(
  e: Omit<Endpoint<P, Q, B, D, A>, keyof typeof defaults | 'may' | 'types'> &
    Partial<Pick<Endpoint<P, Q, B, D, A>, keyof typeof defaults>> &
    (A extends 'admin' | 'optional' ? { may: Permission } : { may?: undefined }),
) {
  return { ...defaults, ...e } as unknown as Endpoint<P, Q, B, D, A>
}

type Groups = Record<string, Record<string, Endpoint>>

/** The operations with these of their fields alone: without the schemas the table is light enough for clients. */
export const pickFields = (
  groups: Groups,
  fields: readonly (keyof Endpoint)[],
  isWanted = (_endpoint: Endpoint) => true,
) =>
  Object.fromEntries(
    Object.entries(groups).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations)
          .filter(([, endpoint]) => isWanted(endpoint))
          .map(([name, endpoint]) => [
            name,
            Object.fromEntries(fields.map((field) => [field, endpoint[field]])),
          ]),
      ),
    ]),
  )

/** The body of most writes: a JSON object, unknown keys ignored. */
export const jsonBody = <S extends z.ZodRawShape>(shape: S) => z.object(shape, '请求体格式错误')

export const idParams = z.object({ id: z.string() })

export type Sent<E extends Operation> = NonNullable<E['types']>['sent']
export type Received<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}
export type Data<E extends Operation> = NonNullable<E['types']>['data']

export const idempotencyMessages = {
  malformed: 'Idempotency-Key 需为 1-128 位可见 ASCII 字符',
  usedForAnother: 'Idempotency-Key 已用于其他内容',
}

/** What every limit says. */
export const tooMany = '请求过于频繁,请稍后再试'
