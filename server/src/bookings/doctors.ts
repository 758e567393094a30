import { scheduleMessages as say } from '@zhenyue/contract'
import type { Db } from '../db/types.ts'
import { badRequest } from '../http/errors.ts'

/** The name of a doctor; empty for 普通号, undefined where there is no such expert. */
export async function doctorNamed(db: Db, doctorId: string): Promise<string | undefined> {
  if (doctorId === '') return ''
  const number = Number(/^exp-([1-9]\d{0,14})$/.exec(doctorId)?.[1] ?? 0)
  const row = await db.selectFrom('experts').select('name').where('id', '=', number).executeTakeFirst()
  if (row && [...row.name].length > 20) throw badRequest(say.doctorName)
  return row?.name
}
