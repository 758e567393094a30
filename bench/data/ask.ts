import { DatabaseSync } from 'node:sqlite'

/** Asks a database in plain SQL, past the service. Parameters are $1, $2 in the order in which they stand. */
export type Ask = (query: string, ...parameters: string[]) => Promise<any[]>

export const askSqlite =
  (file: string): Ask =>
  async (query, ...parameters) => {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    try {
      return db.prepare(query.replace(/\$\d/g, '?')).all(...parameters)
    } finally {
      db.close()
    }
  }
