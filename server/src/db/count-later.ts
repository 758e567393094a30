import { sql, type Kysely } from 'kysely'
import { countedDay } from './counting.ts'
import { isSqlite } from './engine.ts'
import { integers, texts } from './tables.ts'

const newRows = {
  leads: { key: 'id', counts: 'lead_counts', counted: 'lead_counted', columns: ['source'] },
  appointments: {
    key: 'number',
    counts: 'appointment_counts',
    counted: 'appointment_counted',
    columns: ['department_name', 'status'],
  },
}

/** Where the rows begin that some work is still to be done for: numbers only grow, and rows are committed in that order. */
export const markOf = (work: string) => `(select number from marks where work = '${work}')`

/**
 * Has SQLite count new rows later, many at once: to count each as it came took as long as to write it. Until then they
 * are those above a mark, and the table of counts, now a view, adds them up when it is asked.
 */
export async function countLater(db: Kysely<any>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const [table, { key, counts, counted, columns }] of Object.entries(newRows)) {
    const mark = markOf(`${table}_counted`)
    const keys = ['day', ...columns, 'erased', 'slot'].join(', ')
    // The plus keeps SQLite from choosing an index by such a column: what is above the mark is less.
    const groups = [`created_at / ${countedDay}`, ...columns.map((column) => `+${column}`)].join(', ')
    const update = `update of created_at, ${columns.join(', ')}`
    const add = (row: 'new' | 'old', erased: 0 | 1, change: 1 | -1) =>
      `insert into ${counted} (${keys}, count)
        values (${row}.created_at / ${countedDay}, ${columns.map((column) => `${row}.${column}`).join(', ')}, ${erased}, 0, ${change})
        on conflict (${keys}) do update set count = count + excluded.count;`

    for (const one of [table, `erased_${table}`]) {
      for (const event of ['added', 'removed', 'changed']) await run(`drop trigger ${one}_${event}`)
    }
    // Not renamed: SQLite would mistake what stands in its triggers.
    await integers(
      texts(integers(db.schema.createTable(counted), 'day'), ...columns),
      'erased',
      'slot',
      'count',
    )
      .addPrimaryKeyConstraint(`${counted}_key`, ['day', ...columns, 'erased', 'slot'] as never)
      .execute()
    await run(`insert into ${counted} (${keys}, count) select ${keys}, count from ${counts}`)
    await run(`drop table ${counts}`)
    await run(`insert into marks (work, number)
      select '${table}_counted', coalesce(max(${key}), 0) from ${table}`)
    await run(`create view ${counts} as select ${keys}, count from ${counted}
      union all select ${groups}, 0, 1, count(*) from ${table} where ${key} > ${mark} group by ${groups}`)

    const isCounted = `when old.${key} <= ${mark}`
    await run(`create trigger ${table}_removed after delete on ${table} ${isCounted}
      begin ${add('old', 0, -1)} end`)
    await run(`create trigger ${table}_changed after ${update} on ${table} ${isCounted}
      begin ${add('old', 0, -1)} ${add('new', 0, 1)} end`)
    const erased = `erased_${table}`
    await run(`create trigger ${erased}_added after insert on ${erased} begin ${add('new', 1, 1)} end`)
    await run(`create trigger ${erased}_removed after delete on ${erased} begin ${add('old', 1, -1)} end`)
    await run(`create trigger ${erased}_changed after ${update} on ${erased}
      begin ${add('old', 1, -1)} ${add('new', 1, 1)} end`)
  }
}

/** Rows that are counted in one transaction at most: it takes some milliseconds. */
const batch = 5000

/** Counts the rows that have come. Nothing to do on PostgreSQL, which counts them as they come. */
export async function countNewRows(db: Kysely<any>): Promise<void> {
  if (!isSqlite(db)) return
  for (const [table, { key, counted, columns }] of Object.entries(newRows)) {
    const work = `${table}_counted`
    const keys = ['day', ...columns, 'erased', 'slot'].join(', ')
    const groups = [`created_at / ${countedDay}`, ...columns].join(', ')
    const ends = sql.raw<{ mark: number; last: number }>(
      `select ${markOf(work)} as mark, (select coalesce(max(${key}), 0) from ${table}) as last`,
    )
    const count = sql.raw(
      `insert into ${counted} (${keys}, count) select ${groups}, 0, 0, count(*) from ${table} where ${key}`,
    )
    const together = sql.raw(
      `group by ${groups} on conflict (${keys}) do update set count = count + excluded.count`,
    )
    // Nobody else moves the mark. What comes meanwhile is for the next time.
    const { mark, last } = (await ends.execute(db)).rows[0]!
    for (let from = mark; from < last; from += batch) {
      const to = Math.min(from + batch, last)
      await db.transaction().execute(async (trx) => {
        await sql`${count} > ${from} and ${sql.raw(key)} <= ${to} ${together}`.execute(trx)
        await sql`update marks set number = ${to} where work = ${work}`.execute(trx)
      })
    }
  }
}
