import type { Banner, Expert, HospitalImage } from '@zhenyue/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

/** The three kinds of content, each a table of the same habits. */
export interface Content {
  hospital_images: HospitalImage
  experts: Expert
  banners: Banner
}
export type Kind = keyof Content

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

export async function insertContent<K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  fields: Fields<K>,
): Promise<Content[K]> {
  const now = time.now()
  const row = await db
    .insertInto(table(kind))
    .values({ ...toColumns(fields), created_at: now, updated_at: now } as Insertable<Schema['experts']>)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toItem(kind, row, time)
}

/** Resolves to undefined when there is no such item, or a banner would be left without title and image. */
export async function updateContent<K extends Kind>(
  db: Db,
  time: Time,
  kind: K,
  id: string,
  fields: Partial<Fields<K>>,
): Promise<Content[K] | undefined> {
  let update = db
    .updateTable(table(kind))
    .set({ ...toColumns(fields), updated_at: time.now() })
    .where('id', '=', numberOf(kind, id))
  if (kind === 'banners') {
    const { title, image } = fields as Partial<Fields<'banners'>>
    update = update.where((e) =>
      e.or([
        title === undefined ? e('title', '!=', '') : e(e.val(title), '!=', ''),
        image === undefined ? e('image' as 'title', '!=', '') : e(e.val(image), '!=', ''),
      ]),
    )
  }
  const row = await update.returningAll().executeTakeFirst()
  return row && toItem(kind, row, time)
}

export async function deleteContent(db: Db, kind: Kind, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table(kind))
    .where('id', '=', numberOf(kind, id))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function hospitalExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('hospitals').select('number').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

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
