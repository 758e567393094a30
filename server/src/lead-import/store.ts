import { importHours, type ImportMapping, type LeadImport } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, type Actor, type Changes } from '../db/audit.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export type ImportRow = Selectable<Schema['lead_imports']>
export type FileRow = Pick<Selectable<Schema['lead_import_rows']>, 'row' | 'cells' | 'fault'>

const window = importHours * 60 * 60 * 1000

export const importNumber = (id: string) => Number(/^import-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

export function toImport(row: ImportRow, time: Time): LeadImport {
  return {
    id: `import-${row.id}`,
    state: row.state,
    by: row.actor,
    consent: row.consent,
    rows: row.rows,
    done: row.done,
    added: row.added,
    refused: row.state === 'preview' || row.state === 'expired' ? 0 : row.done - row.added,
    takenBack: row.taken_back,
    createdAt: time.show(row.created_at),
    committedAt: row.committed_at ? time.show(row.committed_at) : '',
  }
}

export const findImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('lead_imports').selectAll().where('id', '=', importNumber(id)).executeTakeFirst()

/** A new one counts as expired until all of its rows are there. */
export async function insertImport(db: Db, time: Time, headers: string[], actor: Actor): Promise<number> {
  const { id } = await db
    .insertInto('lead_imports')
    .values({
      actor: actor.username,
      state: 'expired',
      headers: JSON.stringify(headers),
      mapping: '{}',
      consent: '',
      rows: 0,
      done: 0,
      position: 0,
      added: 0,
      taken_back: 0,
      lease: '',
      lease_until: 0,
      created_at: time.now(),
      committed_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRows(
  db: Db,
  importId: number,
  rows: (FileRow & { phones: string })[],
): Promise<void> {
  await db
    .insertInto('lead_import_rows')
    .values(rows.map((row) => ({ ...row, import_id: importId })))
    .execute()
}

export const openPreview = (db: Db, time: Time, id: number, rows: number, actor: Actor): Promise<void> =>
  audited(db, time, actor, async (trx, record) => {
    await trx.updateTable('lead_imports').set({ state: 'preview', rows }).where('id', '=', id).execute()
    record({ action: 'import.preview', target: `import-${id}`, changes: { rows: [null, rows] } })
  })

/** Which of some numbers have a lead already, as `phone source`. */
export async function knownLeads(db: Db, phones: string[]): Promise<Set<string>> {
  if (phones.length === 0) return new Set()
  const rows = await db.selectFrom('leads').select(['phone', 'source']).where('phone', 'in', phones).execute()
  return new Set(rows.map(({ phone, source }) => `${phone} ${source}`))
}

const isOver = (since: number, time: Time) => time.now() - since > window

/** Answers why not, where it cannot be. */
export const beginCommit = (
  db: Db,
  time: Time,
  id: string,
  { mapping, consent }: { mapping: (headers: string[]) => ImportMapping; consent: string },
  actor: Actor,
): Promise<ImportRow | 'committing' | 'expired' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findImport(trx, id)
    if (!before) return undefined
    if (before.state === 'expired' || (before.state === 'preview' && isOver(before.created_at, time)))
      return 'expired'
    if (before.state !== 'preview') return 'committing'
    const wanted = JSON.stringify(mapping(JSON.parse(before.headers)))
    const row = await trx
      .updateTable('lead_imports')
      .set({ state: 'committing', mapping: wanted, consent })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes: Changes = { rows: [null, before.rows], consent: [null, consent] }
    record({ action: 'import.commit', target: id, changes })
    return row
  })

/** Answers why not, where it cannot be. */
export const beginRevert = (
  db: Db,
  time: Time,
  id: string,
  actor: Actor,
): Promise<ImportRow | 'cannotRevert' | 'tooLate' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findImport(trx, id)
    if (!before) return undefined
    if (before.state !== 'committed') return 'cannotRevert'
    if (isOver(before.committed_at, time)) return 'tooLate'
    const row = await trx
      .updateTable('lead_imports')
      .set({ state: 'reverting', position: 0 })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    record({ action: 'import.revert', target: id, changes: { added: [before.added, null] } })
    return row
  })

/** Rows after a row, in their order. */
export const readRows = (db: Db, importId: number, after: number, limit: number, isRefused = false) => {
  const rows = db
    .selectFrom('lead_import_rows')
    .select(['row', 'cells', 'fault'])
    .where('import_id', '=', importId)
    .where('row', '>', after)
  return (isRefused ? rows.where('fault', '!=', '') : rows).orderBy('row').limit(limit).execute()
}

/** That someone read the rows that were refused. */
export const recordRejected = (db: Db, time: Time, id: string, rows: number, actor: Actor): Promise<void> =>
  audited(db, time, actor, async (_trx, record) =>
    record({ action: 'import.read-rejected', target: id, changes: { rows: [null, rows] } }),
  )

/** Forgets the files of a day ago. */
export async function purgeImports(db: Db, now: number): Promise<void> {
  const before = now - window
  await db
    .updateTable('lead_imports')
    .set({ state: 'expired' })
    .where('state', '=', 'preview')
    .where('created_at', '<', before)
    .execute()
  const over = db
    .selectFrom('lead_imports')
    .select('id')
    .where('state', 'in', ['expired', 'committed', 'reverted'])
    .where('created_at', '<', before)
    .where('committed_at', '<', before)
  await db.deleteFrom('lead_import_rows').where('import_id', 'in', over).execute()
  await db.updateTable('lead_imports').set({ headers: '[]' }).where('id', 'in', over).execute()
}
