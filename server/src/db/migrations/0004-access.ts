import type { Kysely } from 'kysely'
import { raiseVersionOnChange } from './0001-start.ts'
import { integers, texts, withNumber } from './columns.ts'

const createIndex = (db: Kysely<any>, name: string, table: string, ...columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

export async function up(db: Kysely<any>): Promise<void> {
  await secondFactor(db)
  await phoneProofs(db)
  await consents(db)

  const keys = texts(withNumber(db, 'api_keys'), 'name', 'role', 'digest', 'expires_on')
  await integers(keys, 'created_at', 'last_used_at')
    .addUniqueConstraint('api_keys_name', ['name'])
    .addUniqueConstraint('api_keys_digest', ['digest'])
    .execute()

  await integers(texts(db.schema.createTable('tries'), 'key', 'times'), 'expires_at')
    .addPrimaryKeyConstraint('tries_key', ['key'])
    .execute()
  await createIndex(db, 'tries_expiry', 'tries', 'expires_at')
}

async function secondFactor(db: Kysely<any>) {
  const add = (column: string, type: 'bigint' | 'text', fallback: number | string) =>
    db.schema
      .alterTable('admins')
      .addColumn(column, type, (c) => c.notNull().defaultTo(fallback))
      .execute()
  await add('totp_secret', 'text', '')
  await add('totp_on', 'bigint', 0)
  await add('totp_last_step', 'bigint', 0)
  await texts(integers(db.schema.createTable('recovery_codes'), 'admin_id'), 'digest')
    .addPrimaryKeyConstraint('recovery_codes_key', ['admin_id', 'digest'])
    .execute()
}

async function phoneProofs(db: Kysely<any>) {
  const proofs = texts(db.schema.createTable('phone_proofs'), 'id', 'phone', 'code_digest')
  await integers(proofs, 'tries', 'expires_at').addPrimaryKeyConstraint('phone_proofs_id', ['id']).execute()
  await createIndex(db, 'phone_proofs_expiry', 'phone_proofs', 'expires_at')
  await integers(db.schema.createTable('code_hours'), 'hour', 'sent')
    .addPrimaryKeyConstraint('code_hours_hour', ['hour'])
    .execute()
}

async function consents(db: Kysely<any>) {
  const policies = texts(integers(db.schema.createTable('policies'), 'version'), 'text', 'digest')
  await integers(policies, 'published_at').addPrimaryKeyConstraint('policies_version', ['version']).execute()
  await raiseVersionOnChange(db, ['policies'])

  const table = texts(
    withNumber(db, 'consents', 'number'),
    'phone',
    'subject',
    'channel',
    'guardian',
    'digest',
  )
  await integers(table, 'version', 'booking', 'follow_up', 'sms', 'at').execute()
  await createIndex(db, 'consents_phone', 'consents', 'phone', 'number')
  await createIndex(db, 'consents_subject', 'consents', 'subject')
}
