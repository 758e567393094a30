import { CallError } from '../app/api.ts'
import { replaceRecord } from './cache.ts'
import type { Draft } from './drafts.ts'
import type { RecordDetail, Row } from './kind.ts'

/** Saves a remark where it still is what it was when the writing began; else a person decides. */
export async function saveRemark<R extends Row>(
  kind: string,
  { read, remark }: RecordDetail<R>,
  id: string,
  { text, base }: Draft,
): Promise<'saved' | 'conflict'> {
  const { data, etag } = await read(id)
  if (remark!.of(data) !== base) {
    replaceRecord(kind, data)
    return 'conflict'
  }
  try {
    replaceRecord(kind, await remark!.save!(id, text, etag))
    return 'saved'
  } catch (error) {
    // Changed in between, perhaps in another field.
    if (error instanceof CallError && error.status === 409)
      return saveRemark(kind, { read, remark } as RecordDetail<R>, id, { text, base })
    throw error
  }
}
