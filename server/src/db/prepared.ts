import type { Compilable, CompiledQuery } from 'kysely'
import { direct } from './direct.ts'
import { isSqlite } from './engine.ts'
import type { Db } from './open.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Stands for values that are not known yet. */
const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(name as string) })

interface Prepared<V, R> {
  query: CompiledQuery<R>
  /** Of the values, in the order of the parameters. */
  names: (keyof V | undefined)[]
}

/**
 * A query whose text is built once, for what is asked at every request: building it takes longer than running it.
 * `build` may use the values only as parameters; it never sees them.
 */
export function prepare<V extends object, R>(build: (db: Db, values: V) => Compilable<R>) {
  let forSqlite: Prepared<V, R> | undefined
  let forPostgres: Prepared<V, R> | undefined
  const prepared = (db: Db) => {
    const query = build(db, placeholders as V).compile()
    const names = query.parameters.map((value) =>
      value instanceof Placeholder ? (value.name as keyof V) : undefined,
    )
    return { query, names }
  }
  return (db: Db, values: V): Promise<R[]> => {
    const { query, names } = isSqlite(db) ? (forSqlite ??= prepared(db)) : (forPostgres ??= prepared(db))
    const parameters = names.map((name, i) => (name === undefined ? query.parameters[i] : values[name]))
    const run = direct.get(db)
    if (run) return run(query.sql, parameters) as Promise<R[]>
    return db.executeQuery<R>({ ...query, parameters }).then(({ rows }) => rows)
  }
}
