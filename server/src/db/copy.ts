import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { StartError } from '../start-error.ts'
import { isSqlite } from './engine.ts'
import { migrate } from './migrate.ts'
import { givenNumbers, goOnAfter, readTables, type Table } from './tables.ts'
import type { Db } from './types.ts'

type Row = Record<string, unknown>

/** Logins end with the move, and so does what counts their tries. */
export const leftBehind = ['sessions', 'login_attempts']

/** Rows that the schema itself brings; of a table that triggers change the last word is the source's. */
const broughtAlong = ['audit_head', 'content_version']

/** Whoever was at work on something is not any more. */
const released: Row = { lease: '', lease_until: 0 }

/** How many rows are read at once: fewer where they are large, as pictures are. */
const most = 500
const portion = 4 * 1024 * 1024

function nextCount(rows: Row[]): number {
  const bytes = rows
    .flatMap((row) => Object.values(row))
    .reduce<number>((sum, value) => sum + ((value as { length?: number } | null)?.length ?? 8), 0)
  return Math.max(1, Math.min(most, Math.floor((portion * rows.length) / bytes)))
}

/** All rows of a table, some at a time, in an order of the engine's own. */
async function* rowsOf(trx: Db, table: string): AsyncGenerator<Row[]> {
  const name = sql.table(table)
  let count = 16
  if (isSqlite(trx)) {
    for (let after = -1; ;) {
      const { rows } = await sql<Row>`select rowid as "-place", * from ${name} where rowid > ${after}
        order by rowid limit ${count}`.execute(trx)
      if (rows.length === 0) return
      count = nextCount(rows)
      after = rows.at(-1)!['-place'] as number
      yield rows.map(({ '-place': _, ...row }) => row)
    }
  }
  await sql`declare copied no scroll cursor for select * from ${name}`.execute(trx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(count)} from copied`.execute(trx)
    if (rows.length === 0) break
    count = nextCount(rows)
    yield rows
  }
  await sql`close copied`.execute(trx)
}

const withoutLease = (row: Row): Row => ('lease_until' in row ? { ...row, ...released } : row)

/** Adds up a digest of every row: the same for the same rows, in whatever order. */
class Sum {
  rows = 0
  #digests = 0n

  add(row: Row) {
    const fields = Object.keys(row)
      .toSorted()
      .map((name) => [
        name,
        row[name] instanceof Uint8Array ? Buffer.from(row[name]).toString('hex') : row[name],
      ])
    const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
    this.#digests = BigInt.asUintN(256, this.#digests + BigInt(`0x${digest}`))
    this.rows++
  }

  get text() {
    return `${this.rows} ${this.#digests.toString(16)}`
  }
}

async function insertRows(to: Db, { name, columns }: Table, rows: Row[]) {
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const asGiven = isSqlite(to) ? sql`` : sql`overriding system value`
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${asGiven} values ${sql.join(values)}`.execute(to)
}

async function sumOf(db: Db, table: string): Promise<Sum> {
  const sum = new Sum()
  for await (const rows of rowsOf(db, table)) for (const row of rows) sum.add(row)
  return sum
}

async function refuseNonEmpty(to: Db, tables: Table[]) {
  for (const { name } of tables) {
    if (broughtAlong.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(to)
    if (rows.length > 0) {
      throw new StartError(
        `目标数据库不是空的，${name} 中已有数据 · the target is not empty, ${name} has rows`,
      )
    }
  }
}

/**
 * Copies every table of one database into another that is empty, on either engine, and reads both to compare them row
 * by row. All or nothing. Nobody may write to the source meanwhile.
 */
export async function copyDatabase(
  from: Db,
  to: Db,
  tell: (table: string, rows: number, isDone: boolean) => void,
): Promise<void> {
  await migrate(from)
  await migrate(to)
  const all = await readTables(from)
  const tables = all.filter(({ name }) => !leftBehind.includes(name))
  await refuseNonEmpty(to, all)
  // What triggers change while the others are filled comes last.
  const inOrder = [
    ...tables.filter(({ name }) => !broughtAlong.includes(name)),
    ...tables.filter(({ name }) => broughtAlong.includes(name)),
  ]
  await from.transaction().execute(async (source) => {
    await to.transaction().execute(async (target) => {
      for (const table of inOrder) {
        const { name } = table
        const sum = new Sum()
        if (broughtAlong.includes(name)) await sql`delete from ${sql.table(name)}`.execute(target)
        for await (const read of rowsOf(source, name)) {
          const rows = read.map(withoutLease)
          for (const row of rows) sum.add(row)
          await insertRows(target, table, rows)
          tell(name, sum.rows, false)
        }
        const copied = await sumOf(target, name)
        if (copied.text !== sum.text) {
          throw new StartError(`${name} 核对不一致，未作任何改动 · ${name} differs, nothing was copied`)
        }
        tell(name, sum.rows, true)
      }
      for (const [table, number] of await givenNumbers(source, tables)) await goOnAfter(target, table, number)
    })
  })
}
