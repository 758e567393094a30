import { sql, type Kysely } from 'kysely'

/** Staff look for patients by the last four digits of their phone numbers. */
export async function up(db: Kysely<any>): Promise<void> {
  await sql`create index leads_phone_end on leads (substr(phone, 8), created_at, id)`.execute(db)
  await sql`create index appointments_phone_end on appointments (substr(patient_phone, 8), created_at, number)`.execute(
    db,
  )
}
