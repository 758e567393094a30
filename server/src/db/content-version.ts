import { atOnce } from './direct.ts'
import type { Db } from './open.ts'
import { prepare } from './prepared.ts'

const select = prepare((db, _: object) => db.selectFrom('content_version').select('version'))

/** Raised by every change of what anyone may read. */
export function contentVersion(db: Db): number | Promise<number> {
  const read = atOnce.get(db)
  if (!read) return select(db, {}).then(([row]) => row!.version)
  const [row] = read('select version from content_version', [])
  return (row as { version: number }).version
}
