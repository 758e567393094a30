import type { HomeDocument } from '@zhenyue/contract'
import type { Db } from '../db/open.ts'
import type { Time } from '../time.ts'

const only = 1

/** Resolves to undefined only before the first start has written it. */
export async function readHome(db: Db): Promise<{ document: HomeDocument; version: number } | undefined> {
  const row = await db.selectFrom('home').selectAll().where('id', '=', only).executeTakeFirst()
  return row && { document: JSON.parse(row.document), version: row.version }
}

export async function insertHome(db: Db, time: Time, document: HomeDocument): Promise<void> {
  await db
    .insertInto('home')
    .values({ id: only, document: JSON.stringify(document), version: 1, updated_at: time.now() })
    .execute()
}

/** Resolves to false when another change came first and `version` is no longer the current one. */
export async function replaceHome(
  db: Db,
  time: Time,
  document: HomeDocument,
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('home')
    .set({ document: JSON.stringify(document), version: version + 1, updated_at: time.now() })
    .where('id', '=', only)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
