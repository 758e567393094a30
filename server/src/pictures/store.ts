import { audited, type Actor } from '../db/audit.ts'
import { picturesIn } from '../db/picture-names.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

/** What a row takes beside the bytes of its picture, so that many small ones are bounded too. */
const rowBytes = 4096

/** Resolves to false, and keeps nothing, where there would be more than `most` bytes of them all. */
export const savePicture = (
  db: Db,
  time: Time,
  { name, bytes, most }: { name: string; bytes: Buffer; most: number },
  actor: Actor,
): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const { count, sum } = await trx
      .selectFrom('pictures')
      .select((e) => [
        e.fn.countAll<number>().as('count'),
        e.fn.sum<number | string | null>('size').as('sum'),
      ])
      .where('name', '!=', name)
      .executeTakeFirstOrThrow()
    if (Number(sum ?? 0) + bytes.length + (count + 1) * rowBytes > most) return false
    const uploaded_at = time.now()
    await trx
      .insertInto('pictures')
      .values({ name, bytes, size: bytes.length, uploaded_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ uploaded_at }))
      .execute()
    record({ action: 'picture.upload', target: name })
    return true
  })

export async function findPicture(db: Db, name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('pictures').select('bytes').where('name', '=', name).executeTakeFirst()
  return row?.bytes
}

/** The addresses that stand in columns of their own. */
const columns = [
  ['experts', 'avatar'],
  ['banners', 'image'],
  ['hospital_images', 'image'],
  ['hospitals', 'banner'],
  ['hospitals', 'logo'],
] as const

async function usedPictures(db: Db): Promise<Set<string>> {
  // The current home document is the last of its versions.
  const versions = await db.selectFrom('home_versions').select('pictures').execute()
  const names = versions.flatMap(({ pictures }) => JSON.parse(pictures) as string[])
  for (const [table, column] of columns) {
    const rows = await db
      .selectFrom(table as 'experts')
      .select(`${column as 'avatar'} as address`)
      .where(column as 'avatar', 'like', '/pictures/%')
      .execute()
    names.push(...rows.flatMap(({ address }) => picturesIn(address)))
  }
  return new Set(names)
}

const batch = 500

/** Deletes what was uploaded before a moment and is shown nowhere. Content cannot change meanwhile. */
export const deleteUnusedPictures = (db: Db, time: Time, before: number, actor: Actor): Promise<number> =>
  audited(db, time, actor, async (trx, record) => {
    const old = await trx.selectFrom('pictures').select('name').where('uploaded_at', '<', before).execute()
    if (old.length === 0) return 0
    const used = await usedPictures(trx)
    const unused = old.map(({ name }) => name).filter((name) => !used.has(name))
    for (let i = 0; i < unused.length; i += batch) {
      await trx
        .deleteFrom('pictures')
        .where('name', 'in', unused.slice(i, i + batch))
        .execute()
    }
    if (unused.length > 0) {
      record({ action: 'picture.expire', target: '', changes: { pictures: [unused.length, 0] } })
    }
    return unused.length
  })
