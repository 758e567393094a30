import { sql, type Kysely } from 'kysely'

/** What patients moved lately, for those who listen to changes. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('appointments_moved')
    .on('appointments')
    .column('updated_at')
    .where(sql.ref('moves'), '>', sql.lit(0))
    .execute()
}
