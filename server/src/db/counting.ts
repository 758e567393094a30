import { sql, type Kysely } from 'kysely'
import { isSqlite } from './engine.ts'

/** The length of the days by which rows are counted. They begin at midnight in Greenwich. */
export const countedDay = 24 * 60 * 60 * 1000

interface Counted {
  table: string
  counts: string
  /** Counted apart for each of their values, by the day of creation. */
  columns: string[]
  /** 1 for rows of persons who were erased: statistics have them, lists do not. */
  erased: 0 | 1
  /** Further statements for each row that comes, and for each that goes. */
  added?: string
  removed?: string
}

/**
 * On PostgreSQL those who write at the same time would wait for each other at the row that counts today.
 * So each connection counts in a row of its own.
 */
const slots = 64

/** Has the database itself count the rows of a table, in the transaction that adds, changes or removes them. */
export async function countRows(db: Kysely<any>, counted: Counted): Promise<void> {
  const { table, counts, columns, erased, added = '', removed = '' } = counted
  const keys = ['day', ...columns, 'erased', 'slot'].join(', ')
  const add = (row: 'new' | 'old', change: string) => {
    const values = [
      `${row}.created_at / ${countedDay}`,
      ...columns.map((column) => `${row}.${column}`),
      erased,
      isSqlite(db) ? 0 : `pg_backend_pid() % ${slots}`,
      change,
    ]
    return `insert into ${counts} (${keys}, count) values (${values.join(', ')})
      on conflict (${keys}) do update set count = ${counts}.count + excluded.count;`
  }
  // First what it was: those who change rows in the same order never wait for each other in a circle.
  const changed = `${add('old', '-1')} ${add('new', '1')}`
  const inserted = `${add('new', '1')} ${added}`
  const deleted = `${add('old', '-1')} ${removed}`
  const update = `update of created_at, ${columns.join(', ')}`
  const run = (text: string) => sql.raw(text).execute(db)

  await run(
    `insert into ${counts} (${keys}, count) select created_at / ${countedDay}, ${columns.join(', ')}, ${erased}, 0, count(*)
      from ${table} group by created_at / ${countedDay}, ${columns.join(', ')}`,
  )
  if (isSqlite(db)) {
    await run(`create trigger ${table}_added after insert on ${table} begin ${inserted} end`)
    await run(`create trigger ${table}_removed after delete on ${table} begin ${deleted} end`)
    await run(`create trigger ${table}_changed after ${update} on ${table} begin ${changed} end`)
  } else {
    await run(`create function count_${table}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${inserted} elsif tg_op = 'DELETE' then ${deleted} else ${changed} end if;
      return null; end $$`)
    await run(`create trigger ${table}_counted after insert or delete or ${update} on ${table}
      for each row execute function count_${table}()`)
  }
}

/**
 * Where many rows come in one statement, PostgreSQL counts them all at once. Until now it counted each by itself, which
 * took longer than to add it.
 */
export async function countTogether(
  db: Kysely<any>,
  { table, counts, columns, erased, added = '' }: Counted,
): Promise<void> {
  if (isSqlite(db)) return
  const run = (text: string) => sql.raw(text).execute(db)
  const keys = ['day', ...columns, 'erased', 'slot'].join(', ')
  const groups = [`created_at / ${countedDay}`, ...columns].join(', ')
  await run(`drop trigger ${table}_counted on ${table}`)
  await run(`create trigger ${table}_counted after delete or update of created_at, ${columns.join(', ')} on ${table}
    for each row execute function count_${table}()`)
  await run(`create function count_added_${table}() returns trigger language plpgsql as $$ begin
    insert into ${counts} (${keys}, count)
      select ${groups}, ${erased}, pg_backend_pid() % ${slots}, count(*) from added group by ${groups} order by ${groups}
      on conflict (${keys}) do update set count = ${counts}.count + excluded.count;
    ${added} return null; end $$`)
  await run(`create trigger ${table}_added after insert on ${table} referencing new table as added
    for each statement execute function count_added_${table}()`)
}

/** Has the database itself raise a number whenever any of the tables changes. */
export async function noticeChanges(db: Kysely<any>, tables: string[]): Promise<void> {
  const raise = 'update content_version set version = version + 1;'
  const run = (text: string) => sql.raw(text).execute(db)
  if (!isSqlite(db)) {
    await run(
      `create function raise_content_version() returns trigger language plpgsql as $$ begin ${raise} return null; end $$`,
    )
  }
  for (const table of tables) {
    if (isSqlite(db)) {
      for (const event of ['insert', 'update', 'delete']) {
        await run(`create trigger ${table}_${event} after ${event} on ${table} begin ${raise} end`)
      }
    } else {
      await run(`create trigger ${table}_noticed after insert or update or delete on ${table}
        for each statement execute function raise_content_version()`)
    }
  }
}
