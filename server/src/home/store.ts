import type { HomeDocument } from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
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

/** Changes the document. Of two changes at once the second is made to what the first has left. */
export const changeHome = (
  db: Db,
  time: Time,
  actor: Actor,
  change: (current: HomeDocument) => HomeDocument,
): Promise<HomeDocument> =>
  audited(db, time, actor, async (trx, record) => {
    const { document: before, version } = (await readHome(trx))!
    const document = change(before)
    await trx
      .updateTable('home')
      .set({ document: JSON.stringify(document), version: version + 1, updated_at: time.now() })
      .where('id', '=', only)
      .execute()
    record({ action: 'home.update', target: 'home', changes: differences(before, document) })
    return document
  })
