import type { Compilable, CompiledQuery } from 'kysely'
import { isSqlite } from './engine.ts'
import { Database, type Db } from './types.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Stands for values that are not known yet. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name as string) })

/**
 * A query whose text is built once, for what is asked at every request: building it takes longer than running it.
 * `build` may use the values only as parameters; it never sees them.
 */
export function prepare<V extends object, R>(build: (db: Db, values: V) => Compilable<R>) {
  let forSqlite: CompiledQuery<R> | undefined
  let forPostgres: CompiledQuery<R> | undefined
  /** The statement for these values. */
  const statement = (db: Db, values: V): CompiledQuery<R> => {
    const query = isSqlite(db)
      ? (forSqlite ??= build(db, placeholders as V).compile())
      : (forPostgres ??= build(db, placeholders as V).compile())
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof V] : value,
    )
    return { ...query, parameters }
  }
  const run = (db: Db, values: V): Promise<R[]> =>
    db instanceof Database
      ? (db.shortcuts.run(statement(db, values)) as Promise<R[]>)
      : db.executeQuery<R>(statement(db, values)).then(({ rows }) => rows)
  return Object.assign(run, { statement })
}
