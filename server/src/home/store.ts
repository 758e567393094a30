import { keptHomeVersions, type HomeDocument, type HomeVersion } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import { picturesIn } from '../db/picture-names.ts'
import type { Schema } from '../db/schema.ts'
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
  await keepVersion(db, time, { version: 1, document, actor: '', changed: [] })
}

async function keepVersion(
  db: Db,
  time: Time,
  { version, document, actor, changed }: Omit<HomeVersion, 'at'> & { document: HomeDocument },
) {
  await db
    .insertInto('home_versions')
    .values({
      version,
      document: JSON.stringify(document),
      at: time.now(),
      actor,
      changed: JSON.stringify(changed),
      pictures: JSON.stringify(picturesIn(document)),
    })
    .execute()
  await db
    .deleteFrom('home_versions')
    .where('version', '<=', version - keptHomeVersions)
    .execute()
}

/** Changes the document. Of two changes at once the second is made to what the first has left. */
export const changeHome = (
  db: Db,
  time: Time,
  actor: Actor,
  change: (current: HomeDocument) => HomeDocument,
  action = 'home.update',
): Promise<HomeDocument> =>
  audited(db, time, actor, async (trx, record) => {
    const { document: before, version } = (await readHome(trx))!
    const document = change(before)
    await trx
      .updateTable('home')
      .set({ document: JSON.stringify(document), version: version + 1, updated_at: time.now() })
      .where('id', '=', only)
      .execute()
    const changes = differences(before, document)
    await keepVersion(trx, time, {
      version: version + 1,
      document,
      actor: actor.username,
      changed: Object.keys(changes),
    })
    record({ action, target: 'home', changes })
    return document
  })

export async function listHomeVersions(db: Db, time: Time): Promise<HomeVersion[]> {
  const rows = await db
    .selectFrom('home_versions')
    .select(['version', 'at', 'actor', 'changed'])
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => toVersion(row, time))
}

export async function findHomeVersion(db: Db, time: Time, version: string) {
  const row = await db
    .selectFrom('home_versions')
    .selectAll()
    .where('version', '=', /^[1-9]\d{0,14}$/.test(version) ? Number(version) : 0)
    .executeTakeFirst()
  return row && { ...toVersion(row, time), document: JSON.parse(row.document) as HomeDocument }
}

const toVersion = (
  { version, at, actor, changed }: Omit<Selectable<Schema['home_versions']>, 'document' | 'pictures'>,
  time: Time,
): HomeVersion => ({ version, at: time.show(at), actor, changed: JSON.parse(changed) })
