import {
  isDataUrl,
  maxEmbeddedBytes,
  maxItems,
  type Banner,
  type Expert,
  type HospitalImage,
} from '@zhenyue/contract'
import type { Insertable, Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'
import { followExpert } from '../bookings/follow-expert-store.ts'
import type { Time } from '../time.ts'

/** The three kinds of content, each a table of the same habits. */
export interface Content {
  hospital_images: HospitalImage
  experts: Expert
  banners: Banner
}
export type Kind = keyof Content

const names: Record<Kind, string> = { hospital_images: 'image', experts: 'expert', banners: 'banner' }
const prefixes: Record<Kind, string> = { hospital_images: 'img', experts: 'exp', banners: 'ban' }

type Fields<K extends Kind> = Omit<Content[K], 'id' | 'createdAt' | 'updatedAt'>
type Row = Selectable<Schema['experts']>

/** Kysely wants one table by name; what is common to the three is asked of any of them. */
const table = (kind: Kind) => kind as 'experts'

export async function listContent<K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  filter: { enabled?: boolean; hospitalId?: string },
): Promise<Content[K][]> {
  let matching = db.selectFrom(table(kind)).selectAll()
  if (filter.enabled !== undefined) matching = matching.where('enabled', '=', Number(filter.enabled))
  if (filter.hospitalId !== undefined)
    matching = matching.where('hospital_id' as 'name', '=', filter.hospitalId)
  const rows = await matching.orderBy('sort').orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => toItem(kind, row, time))
}

export async function findContent<K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  id: string,
): Promise<Content[K] | undefined> {
  const row = await db
    .selectFrom(table(kind))
    .selectAll()
    .where('id', '=', numberOf(kind, id))
    .executeTakeFirst()
  return row && toItem(kind, row, time)
}

const pictureColumns = { hospital_images: 'image', experts: 'avatar', banners: 'image' } as const

/** Of data URLs, whose bytes are three quarters of their letters. */
const maxLetters = (maxEmbeddedBytes / 3) * 4

/** What keeps a collection from taking an item in, or a change of one. No other write can come in between. */
async function limitPassed(
  trx: Db,
  kind: Kind,
  fields: object,
  id?: number,
): Promise<'too many' | 'too many pictures' | undefined> {
  const column = pictureColumns[kind] as 'avatar'
  const picture = (fields as Record<string, unknown>)[column]
  const others = trx.selectFrom(table(kind)).$if(id !== undefined, (rows) => rows.where('id', '!=', id!))
  if (id === undefined) {
    const { count } = await others
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= maxItems) return 'too many'
  }
  if (typeof picture !== 'string' || !isDataUrl(picture)) return undefined
  const { letters } = await others
    .select((e) => e.fn.sum<number | string | null>(e.fn('length', [column])).as('letters'))
    // A data URL is the only address that may be longer than this.
    .where((e) => e(e.fn<number>('length', [column]), '>', 1000))
    .executeTakeFirstOrThrow()
  return Number(letters ?? 0) + picture.length > maxLetters ? 'too many pictures' : undefined
}

export const insertContent = <K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  fields: Fields<K>,
  actor: Actor,
): Promise<Content[K] | 'too many' | 'too many pictures'> =>
  audited(db, time, actor, async (trx, record) => {
    const passed = await limitPassed(trx, kind, fields)
    if (passed) return passed
    const now = time.now()
    const row = await trx
      .insertInto(table(kind))
      .values({ ...toColumns(fields), created_at: now, updated_at: now } as Insertable<Schema['experts']>)
      .returningAll()
      .executeTakeFirstOrThrow()
    const item = toItem(kind, row, time)
    record({ action: `${names[kind]}.create`, target: item.id, changes: differences({}, fields) })
    return item
  })

/** What became of an update: the item, or why there is none. */
export type Updated<K extends Kind> = Content[K] | 'missing' | 'empty' | 'too many' | 'too many pictures'

export const updateContent = <K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  id: string,
  fields: Partial<Fields<K>>,
  actor: Actor,
): Promise<Updated<K>> =>
  audited(db, time, actor, async (trx, record): Promise<Updated<K>> => {
    const before = await findContent(trx, time, kind, id)
    if (!before) return 'missing'
    if (kind === 'banners' && isEmpty({ ...(before as Banner), ...given(fields) })) return 'empty'
    const passed = await limitPassed(trx, kind, fields, numberOf(kind, id))
    if (passed) return passed
    const row = await trx
      .updateTable(table(kind))
      .set({ ...toColumns(fields), updated_at: time.now() })
      .where('id', '=', numberOf(kind, id))
      .returningAll()
      .executeTakeFirstOrThrow()
    const item = toItem(kind, row, time)
    record({ action: `${names[kind]}.update`, target: id, changes: differences(before, item) })
    if (kind === 'experts') {
      const { name, enabled } = item as Expert
      await followExpert(trx, time, id, enabled ? name : undefined)
    }
    return item
  })

/** Gives the items their places, 1 and up. Resolves to undefined, and changes nothing, when one is missing. */
export const orderContent = <K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  ids: string[],
  actor: Actor,
): Promise<Content[K][] | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = new Map((await listContent(trx, time, kind, {})).map(({ id, sort }) => [id, sort]))
    if (ids.some((id) => !before.has(id))) return undefined
    for (const [index, id] of ids.entries()) {
      const sort = index + 1
      if (before.get(id) === sort) continue
      await trx
        .updateTable(table(kind))
        .set({ sort, updated_at: time.now() })
        .where('id', '=', numberOf(kind, id))
        .execute()
      record({
        action: `${names[kind]}.order`,
        target: id,
        changes: { sort: [before.get(id), sort] },
      })
    }
    return listContent(trx, time, kind, {})
  })

export const deleteContent = (db: Db, time: Time, kind: Kind, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const { numDeletedRows } = await trx
      .deleteFrom(table(kind))
      .where('id', '=', numberOf(kind, id))
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    record({ action: `${names[kind]}.delete`, target: id })
    if (kind === 'experts') await followExpert(trx, time, id, undefined)
    return true
  })

export async function hospitalExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('hospitals').select('number').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

const isEmpty = ({ title, image }: Banner) => title === '' && image === ''
const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function toColumns({ hospitalId, enabled, ...same }: Partial<Fields<Kind>> & { hospitalId?: string }) {
  return {
    ...same,
    ...(hospitalId !== undefined && { hospital_id: hospitalId }),
    ...(enabled !== undefined && { enabled: Number(enabled) }),
  }
}

function toItem<K extends Kind>(kind: K, row: Row, time: Time): Content[K] {
  const { id, enabled, hospital_id, created_at, updated_at, ...same } = row as Row & { hospital_id?: string }
  return {
    id: `${prefixes[kind]}-${id}`,
    ...(hospital_id !== undefined && { hospitalId: hospital_id }),
    ...same,
    enabled: enabled === 1,
    createdAt: time.show(created_at),
    updatedAt: time.show(updated_at),
  } as unknown as Content[K]
}

/** No item has the number 0. */
function numberOf(kind: Kind, id: string): number {
  const [prefix, number = '', ...rest] = id.split('-')
  return prefix === prefixes[kind] && /^[1-9]\d{0,14}$/.test(number) && rest.length === 0 ? Number(number) : 0
}
