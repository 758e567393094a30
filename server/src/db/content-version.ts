import { prepare } from './prepared.ts'
import { Database, type Db } from './types.ts'

const select = prepare((db, _: object) => db.selectFrom('content_version').select('version'))

/** Raised by every change of public content. Known at once where the database can be read without waiting. */
export function contentVersion(db: Db): number | Promise<number> {
  const readNow = db instanceof Database ? db.shortcuts.readNow : undefined
  if (!readNow) return select(db, {}).then(([row]) => row!.version)
  const [row] = readNow('select version from content_version', [])
  return (row as { version: number }).version
}
