import { inTransaction } from './engine.ts'
import { Database, type Db, type Statement } from './types.ts'

class NoRow extends Error {}

const givesRows = ({ sql }: Statement) => sql.startsWith('select') || sql.includes(' returning ')

/**
 * A transaction whose statements need nothing of each other's answers: each that gives rows has to give one, as the
 * last does, and the first that gives none undoes all. Resolves to the rows of each, or to undefined where nothing has
 * happened.
 */
export async function runBatch(db: Db, statements: Statement[]): Promise<unknown[][] | undefined> {
  if (db instanceof Database && statements.length === 1) {
    const rows = await db.shortcuts.run(statements[0]!)
    return rows.length > 0 ? [rows] : undefined
  }
  if (db instanceof Database && db.shortcuts.batch) {
    const results = await db.shortcuts.batch(statements)
    return results.at(-1)!.length > 0 ? results : undefined
  }
  try {
    return await inTransaction(db, async (trx) => {
      const results: unknown[][] = []
      for (const statement of statements) {
        const { rows } = await trx.executeQuery(statement)
        if (rows.length === 0 && givesRows(statement)) throw new NoRow()
        results.push(rows)
      }
      return results
    })
  } catch (error) {
    if (error instanceof NoRow) return undefined
    throw error
  }
}
