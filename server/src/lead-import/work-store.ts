import { randomUUID } from 'node:crypto'
import { importMessages as say, type ImportMapping } from '@zhenyue/contract'
import { sql } from 'kysely'
import { databaseNow, foldCase, isSqlite } from '../db/engine.ts'
import { isFollowed } from '../db/follow-ups.ts'
import { keepPersons } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { leadIn, type ImportedLead } from './rows.ts'
import { readRows, type FileRow, type ImportRow } from './store.ts'

/** Milliseconds for which whoever took an import has it alone; every portion makes it last longer. */
const leaseTime = 10_000
/** Rows in one transaction: patients who write meanwhile hardly notice. */
const batch = 200

/** Takes an import that is under way and that nobody is at. */
export async function takeImport(db: Db): Promise<ImportRow | undefined> {
  const now = databaseNow(db)
  const open = db
    .selectFrom('lead_imports')
    .select('id')
    .where('state', 'in', ['committing', 'reverting'])
    .where('lease_until', '<=', now)
    .orderBy('id')
    .limit(1)
    .$if(!isSqlite(db), (query) => query.forUpdate().skipLocked())
  return db
    .updateTable('lead_imports')
    .set({ lease: randomUUID(), lease_until: sql<number>`${now} + ${sql.lit(leaseTime)}` })
    .where('id', 'in', open)
    .returningAll()
    .executeTakeFirst()
}

/** Asked every second, and mostly there is none. */
export async function hasWork(db: Db): Promise<boolean> {
  const one = await db
    .selectFrom('lead_imports')
    .select('id')
    .where('state', 'in', ['committing', 'reverting'])
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** What nobody works on any more after a start on SQLite, which has one instance only. */
export async function freeImports(db: Db): Promise<void> {
  await db
    .updateTable('lead_imports')
    .set({ lease: '', lease_until: 0 })
    .where('lease_until', '>', 0)
    .execute()
}

type Progress = Partial<
  Pick<ImportRow, 'state' | 'done' | 'position' | 'added' | 'taken_back' | 'committed_at' | 'lease_until'>
>

/** Only for whoever still has it: another may have gone on since. Locks the row first, so that it stays so. */
async function advance(trx: Db, { id, lease }: ImportRow, progress: Progress): Promise<ImportRow> {
  const lease_until = sql<number>`${databaseNow(trx)} + ${sql.lit(leaseTime)}`
  return trx
    .updateTable('lead_imports')
    .set({ lease_until, ...progress })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const isUnderWay = ({ state }: ImportRow) => state === 'committing' || state === 'reverting'

/** Does the next portion; answers how it stands then. */
export const workOn = (db: Db, time: Time, taken: ImportRow): Promise<ImportRow> =>
  db.transaction().execute(async (trx) => {
    const current = await advance(trx, taken, {})
    if (!isUnderWay(current)) return current
    return current.state === 'committing' ? commitSome(trx, time, current) : revertSome(trx, current)
  })

async function commitSome(trx: Db, time: Time, current: ImportRow): Promise<ImportRow> {
  const rows = await readRows(trx, current.id, current.position, batch)
  const mapping = JSON.parse(current.mapping) as ImportMapping
  const read = rows.map((row) => ({ row, lead: leadIn(JSON.parse(row.cells), mapping) }))
  const good = read.flatMap(({ row, lead }) => (typeof lead === 'string' ? [] : [{ row, lead }]))
  const written = await insertLeads(
    trx,
    time,
    current.id,
    good.map(({ lead }) => lead),
  )
  const faults = read.map(({ row, lead }) => {
    if (typeof lead === 'string') return { row, fault: lead }
    // Of two rows with the same number and source the first was written.
    return { row, fault: written.delete(`${lead.phone} ${lead.source}`) ? '' : say.duplicate }
  })
  await setFaults(trx, current.id, faults)
  const isLast = rows.length < batch
  return advance(trx, current, {
    done: current.done + rows.length,
    position: rows.at(-1)?.row ?? current.position,
    added: current.added + faults.filter(({ fault }) => fault === '').length,
    ...(isLast && { state: 'committed', committed_at: time.now(), lease_until: 0 }),
  })
}

/** Answers those that were written, as `phone source`. */
async function insertLeads(trx: Db, time: Time, importId: number, leads: ImportedLead[]) {
  if (leads.length === 0) return new Set<string>()
  const now = time.now()
  const rows = await trx
    .insertInto('leads')
    .values(
      leads.map((lead) => ({
        ...lead,
        name_search: foldCase(lead.name),
        questionnaire: '{}',
        created_at: now,
        updated_at: now,
        import_id: importId,
        // Until it is known who of them came first.
        again: 1,
      })),
    )
    .onConflict((conflict) => conflict.columns(['phone', 'source']).doNothing())
    .returning(['phone', 'source'])
    .execute()
  await keepPersons(
    trx,
    rows.map(({ phone }) => phone),
  )
  return new Set(rows.map(({ phone, source }) => `${phone} ${source}`))
}

async function setFaults(trx: Db, importId: number, faults: { row: FileRow; fault: string }[]) {
  const changed = Map.groupBy(
    faults.filter(({ row, fault }) => row.fault !== fault),
    ({ fault }) => fault,
  )
  for (const [fault, some] of changed) {
    await trx
      .updateTable('lead_import_rows')
      .set({ fault })
      .where('import_id', '=', importId)
      .where(
        'row',
        'in',
        some.map(({ row }) => row.row),
      )
      .execute()
  }
}

/** Takes back what nobody has touched: no remark, nothing done about the number, and no booking since. */
async function revertSome(trx: Db, current: ImportRow): Promise<ImportRow> {
  const some = await trx
    .selectFrom('leads')
    .select('id')
    .where('import_id', '=', current.id)
    .where('id', '>', current.position)
    .orderBy('id')
    .limit(batch)
    .execute()
  const ids = some.map(({ id }) => id)
  const isLast = ids.length < batch
  const gone =
    ids.length === 0
      ? []
      : await trx
          .deleteFrom('leads')
          .where('id', 'in', ids)
          .whereRef('updated_at', '=', 'created_at')
          .where((e) => e.not(isFollowed('leads.phone')))
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('appointments')
                  .select('number')
                  .whereRef('patient_phone', '=', 'leads.phone')
                  .whereRef('appointments.created_at', '>=', 'leads.created_at'),
              ),
            ),
          )
          .returning('phone')
          .execute()
  await keepPersons(
    trx,
    gone.map(({ phone }) => phone),
  )
  return advance(trx, current, {
    position: ids.at(-1) ?? current.position,
    taken_back: current.taken_back + gone.length,
    ...(isLast && { state: 'reverted', lease_until: 0 }),
  })
}
