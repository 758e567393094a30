import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './types.ts'

export interface Table {
  name: string
  columns: string[]
  /** The column whose numbers the database gives, if any. */
  numbered: string | undefined
}

/** Kysely's own, which each database keeps for itself. */
const ofMigrations = ['migrations', 'migration_lock']

/** Which table has to be filled before which. */
async function readReferences(db: Db): Promise<{ table: string; needs: string }[]> {
  const { rows } = await (
    isSqlite(db)
      ? sql<{ table: string; needs: string }>`select m.name as "table", f."table" as needs
          from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`
      : sql<{
          table: string
          needs: string
        }>`select t.relname as "table", n.relname as needs from pg_constraint c
          join pg_class t on t.oid = c.conrelid join pg_class n on n.oid = c.confrelid
          where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`
  ).execute(db)
  return rows
}

/** Every table there is, those first that others refer to. */
export async function readTables(db: Db): Promise<Table[]> {
  const found = (await db.introspection.getTables()).filter(({ name }) => !ofMigrations.includes(name))
  const references = await readReferences(db)
  const left = new Map(found.map((table) => [table.name, table]))
  const inOrder: Table[] = []
  while (left.size > 0) {
    const ready = [...left.values()].filter(
      ({ name }) =>
        !references.some(({ table, needs }) => table === name && needs !== name && left.has(needs)),
    )
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name, columns } of ready) {
      left.delete(name)
      inOrder.push({
        name,
        columns: columns.map((column) => column.name),
        numbered: columns.find((column) => column.isAutoIncrementing)?.name,
      })
    }
  }
  return inOrder
}

/** The highest number that each table has ever given, also where its row is gone. */
export async function givenNumbers(db: Db, tables: Table[]): Promise<[table: Table, number: number][]> {
  const given: [Table, number][] = []
  for (const table of tables) {
    const { name, numbered } = table
    if (!numbered) continue
    const { rows } = await (
      isSqlite(db)
        ? sql<{ number: number }>`select seq as number from sqlite_sequence where name = ${name}`
        : sql<{ number: number | null }>`select pg_sequence_last_value(
            pg_get_serial_sequence(${name}, ${numbered})::regclass) as number`
    ).execute(db)
    const number = rows[0]?.number
    if (number) given.push([table, number])
  }
  return given
}

/** Has the next number of a table follow this one. */
export async function goOnAfter(db: Db, { name, numbered }: Table, number: number): Promise<void> {
  if (isSqlite(db)) {
    // Its table of these has no key to conflict on.
    await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${number})`.execute(db)
  } else {
    await sql`select setval(pg_get_serial_sequence(${name}, ${numbered}), ${number})`.execute(db)
  }
}
