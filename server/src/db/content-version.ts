import type { Db } from './open.ts'
import { prepare } from './prepared.ts'

const select = prepare((db, _: object) => db.selectFrom('content_version').select('version'))

/** Raised by every change of what anyone may read. */
export async function contentVersion(db: Db): Promise<number> {
  const [row] = await select(db, {})
  return row!.version
}
