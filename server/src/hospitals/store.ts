import type { Hospital, HospitalImport } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../db/open.ts'
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

/** Adds a hospital, or brings one that is there up to date. */
export async function saveHospital(db: Db, time: Time, hospital: HospitalImport): Promise<void> {
  const { id: _, ...rest } = hospital
  const now = time.now()
  await db
    .insertInto('hospitals')
    .values({ ...hospital, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...rest, updated_at: now }))
    .execute()
}

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
