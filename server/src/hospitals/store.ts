import type { Hospital, HospitalChange, HospitalImport } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

export async function listHospitals(db: Db): Promise<Hospital[]> {
  const rows = await db.selectFrom('hospitals').selectAll().orderBy('number').execute()
  return rows.map(toHospital)
}

export async function findHospital(db: Db, id: string): Promise<Hospital | undefined> {
  if (!/^[\w-]{1,32}$/.test(id)) return undefined
  const row = await db.selectFrom('hospitals').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toHospital(row)
}

/** Adds hospitals, or brings those that are there up to date: all of them, or none. */
export const saveHospitals = (db: Db, time: Time, hospitals: HospitalImport[], actor: Actor): Promise<void> =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    for (const hospital of hospitals) {
      const { id, ...rest } = hospital
      await trx
        .insertInto('hospitals')
        .values({ ...hospital, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...rest, updated_at: now }))
        .execute()
      record({ action: 'hospital.import', target: id })
    }
  })

/** Resolves to undefined when there is no such hospital. */
export const updateHospital = (
  db: Db,
  time: Time,
  id: string,
  fields: HospitalChange,
  actor: Actor,
): Promise<Hospital | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findHospital(trx, id)
    if (!before) return undefined
    const row = await trx
      .updateTable('hospitals')
      .set({ ...fields, updated_at: time.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const hospital = toHospital(row)
    record({ action: 'hospital.update', target: id, changes: differences(before, hospital) })
    return hospital
  })

function toHospital({
  number: _,
  created_at,
  updated_at,
  ...same
}: Selectable<Schema['hospitals']>): Hospital {
  return {
    ...same,
    createdAt: new Date(created_at).toISOString(),
    updatedAt: new Date(updated_at).toISOString(),
  }
}
