import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import {
  appointmentColumns,
  appointmentMaker,
  contactColumns,
  contactMaker,
  followUpColumns,
  followUpMaker,
  leadColumns,
  leadMaker,
} from './rows.ts'

const tables = (count: number, now: number) =>
  [
    ['leads', leadColumns, leadMaker(count, now)],
    ['appointments', appointmentColumns, appointmentMaker(count, now)],
    ['follow_ups', followUpColumns, followUpMaker(count, now)],
    ['contacts', contactColumns, contactMaker(count, now)],
  ] as const

/** Adds so many leads, what was done about them and as many appointments, as plain rows of tables that are there. */
export function fillSqlite(file: string, count: number, now: number): void {
  const db = new DatabaseSync(file)
  // A fill that is cut off is thrown away, so it need not wait for the disk.
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -800000; PRAGMA temp_store = MEMORY')
  // To make an index of many rows takes less time than to put each in its place.
  const indexes = db
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null
        and tbl_name in ('leads', 'appointments', 'follow_ups', 'contacts')`,
    )
    .all()
  for (const { name } of indexes) db.exec(`drop index "${name}"`)
  for (const [table, columns, make] of tables(count, now)) {
    const places = columns.map(() => '?').join(', ')
    const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    for (let i = 0; i < count;) {
      db.exec('begin')
      for (const end = Math.min(i + 50_000, count); i < end; i++) {
        const row = make(i)
        if (row) insert.run(...(row as SQLInputValue[]))
      }
      db.exec('commit')
    }
  }
  for (const { sql } of indexes) db.exec(sql as string)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

const numbers = ['score', 'patient_age', 'followed', 'again', 'stands', 'reached', 'waited', 'visited', 'at']
const isNumber = (column: string) => column.endsWith('_at') || numbers.includes(column)

export async function fillPostgres(url: string, count: number, now: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set synchronous_commit = off')
  for (const [table, columns, make] of tables(count, now)) {
    const lists = columns.map((column, c) => `$${c + 1}::${isNumber(column) ? 'bigint' : 'text'}[]`)
    const insert = `insert into ${table} (${columns.join(', ')}) select * from unnest(${lists.join(', ')})`
    for (let i = 0; i < count;) {
      const rows: (string | number)[][] = []
      for (const end = Math.min(i + 10_000, count); i < end; i++) {
        const row = make(i)
        if (row) rows.push(row)
      }
      await client.query(
        insert,
        columns.map((_, c) => rows.map((row) => row[c])),
      )
    }
  }
  await client.query('vacuum analyze')
  await client.end()
}
