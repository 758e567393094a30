import { sql, type Kysely } from 'kysely'
import { isSqlite } from '../engine.ts'
import { integers, texts, withNumber } from './columns.ts'

/** Tells our SQLite files from others: `ZYue` in ASCII. Never changes. */
export const applicationId = 0x5a597565

const times = ['created_at', 'updated_at']

export async function up(db: Kysely<any>): Promise<void> {
  if (isSqlite(db)) await sql.raw(`PRAGMA application_id = ${applicationId}`).execute(db)
  await leads(db)
  await appointments(db)
  await publicContent(db)
  await accounts(db)
  await audit(db)
  await securityLog(db)
  await pictures(db)
  await idempotency(db)
}

const createIndex = (db: Kysely<any>, name: string, table: string, ...columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

async function leads(db: Kysely<any>) {
  let table = withNumber(db, 'leads')
  table = texts(table, 'name', 'name_search', 'phone', 'symptom', 'questionnaire', 'source', 'remark')
  table = integers(table, 'score', ...times)
  await table.addUniqueConstraint('leads_phone_source', ['phone', 'source']).execute()
  // Beyond the order it holds what lists filter by, so that only the rows of one page are read from the table.
  await createIndex(db, 'leads_newest', 'leads', 'created_at', 'id', 'name_search')
  await createIndex(db, 'leads_source', 'leads', 'source', 'created_at', 'id', 'name_search')
  await createIndex(db, 'leads_score', 'leads', 'score', 'created_at', 'id', 'source', 'name_search')

  await integers(texts(db.schema.createTable('erased_leads'), 'source'), 'created_at').execute()
  await createIndex(db, 'erased_leads_newest', 'erased_leads', 'created_at')
}

async function appointments(db: Kysely<any>) {
  let table = withNumber(db, 'appointments', 'number')
  table = texts(table, 'id', 'patient_name', 'patient_name_search', 'patient_phone', 'date')
  table = texts(table, 'department_name', 'doctor_id', 'doctor_name', 'time_slot')
  table = texts(table, 'symptom', 'status', 'remark')
  table = integers(table, 'patient_age', ...times)
  await table.addUniqueConstraint('appointments_id', ['id']).execute()
  const filters = ['status', 'department_name', 'patient_name_search']
  await createIndex(db, 'appointments_newest', 'appointments', 'created_at', 'number', 'date', ...filters)
  await createIndex(db, 'appointments_visit', 'appointments', 'date', ...filters, 'created_at', 'number')
  await createIndex(db, 'appointments_status', 'appointments', 'status', 'created_at', 'number')
  await createIndex(db, 'appointments_phone', 'appointments', 'patient_phone', 'created_at', 'number')
  await db.schema
    .createIndex('appointments_closed')
    .on('appointments')
    .column('updated_at')
    .where(sql.ref('status'), 'in', sql`('completed', 'cancelled')`)
    .execute()

  let erased = db.schema.createTable('erased_appointments')
  erased = texts(erased, 'date', 'department_name', 'status')
  await integers(erased, 'created_at').execute()
  await createIndex(db, 'erased_appointments_date', 'erased_appointments', 'date', 'status')
  await createIndex(db, 'erased_appointments_newest', 'erased_appointments', 'created_at')
}

async function publicContent(db: Kysely<any>) {
  await integers(texts(integers(db.schema.createTable('home'), 'id'), 'document'), 'version', 'updated_at')
    .addPrimaryKeyConstraint('home_one', ['id'])
    .execute()
  let versions = texts(integers(db.schema.createTable('home_versions'), 'version'), 'document')
  versions = texts(integers(versions, 'at'), 'actor', 'changed', 'pictures')
  await versions.addPrimaryKeyConstraint('home_versions_version', ['version']).execute()

  let hospitals = withNumber(db, 'hospitals', 'number')
  hospitals = texts(hospitals, 'id', 'name', 'level', 'address', 'phone', 'intro', 'description')
  hospitals = texts(hospitals, 'banner', 'logo', 'established')
  hospitals = integers(hospitals, 'departments', 'doctors', 'beds', ...times)
  await hospitals.addUniqueConstraint('hospitals_id', ['id']).execute()

  const sorted = ['sort', 'enabled', ...times]
  await integers(texts(withNumber(db, 'hospital_images'), 'hospital_id', 'image', 'caption'), ...sorted)
    .addForeignKeyConstraint('hospital_images_hospital', ['hospital_id'], 'hospitals', ['id'])
    .execute()
  let experts = texts(withNumber(db, 'experts'), 'name', 'title', 'avatar', 'department', 'intro')
  experts = integers(experts, ...sorted)
  await experts.execute()
  await integers(texts(withNumber(db, 'banners'), 'title', 'subtitle', 'image', 'link'), ...sorted).execute()

  await integers(db.schema.createTable('content_version'), 'version').execute()
  await db.insertInto('content_version').values({ version: 1 }).execute()
  await raiseVersionOnChange(db, ['home', 'hospital_images', 'experts', 'banners', 'hospitals'])
}

/** By triggers, so that it also holds for changes made past the service. */
export async function raiseVersionOnChange(db: Kysely<any>, tables: string[]) {
  const raise = 'update content_version set version = version + 1;'
  const run = (text: string) => sql.raw(text).execute(db)
  if (!isSqlite(db)) {
    await run(
      `create or replace function raise_content_version() returns trigger language plpgsql as $$ begin ${raise} return null; end $$`,
    )
  }
  for (const table of tables) {
    if (isSqlite(db)) {
      for (const event of ['insert', 'update', 'delete']) {
        await run(`create trigger ${table}_${event} after ${event} on ${table} begin ${raise} end`)
      }
    } else {
      await run(`create trigger ${table}_changed after insert or update or delete on ${table}
        for each statement execute function raise_content_version()`)
    }
  }
}

async function accounts(db: Kysely<any>) {
  let admins = texts(withNumber(db, 'admins'), 'username', 'nickname', 'role', 'password_hash')
  admins = integers(admins, 'must_change_password', ...times)
  for (const column of ['disabled', 'last_login_at', 'temporary_password']) {
    admins = admins.addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
  }
  await admins.addUniqueConstraint('admins_username', ['username']).execute()

  let sessions = texts(db.schema.createTable('sessions'), 'id', 'address', 'user_agent')
  sessions = integers(sessions, 'admin_id', 'created_at', 'expires_at')
  await sessions.addPrimaryKeyConstraint('sessions_id', ['id']).execute()
  await createIndex(db, 'sessions_admin', 'sessions', 'admin_id')

  await integers(texts(db.schema.createTable('login_attempts'), 'key', 'times'), 'expires_at')
    .addPrimaryKeyConstraint('login_attempts_key', ['key'])
    .execute()
  await createIndex(db, 'login_attempts_expiry', 'login_attempts', 'expires_at')
}

async function audit(db: Kysely<any>) {
  let entries = integers(db.schema.createTable('audit'), 'number', 'at')
  entries = texts(entries, 'actor', 'action', 'target', 'address', 'changes_digest', 'key_id', 'hash')
  await entries
    .addColumn('changes', 'text')
    .addColumn('salt', 'text')
    .addColumn('person', 'text')
    .addColumn('blanked', 'text')
    .addPrimaryKeyConstraint('audit_number', ['number'])
    .execute()
  for (const column of ['target', 'actor', 'action', 'at', 'person']) {
    await createIndex(db, `audit_${column}`, 'audit', column, 'number')
  }
  await texts(integers(db.schema.createTable('audit_head'), 'id', 'number'), 'hash')
    .addPrimaryKeyConstraint('audit_head_one', ['id'])
    .execute()
  await db.insertInto('audit_head').values({ id: 1, number: 0, hash: '' }).execute()
}

async function securityLog(db: Kysely<any>) {
  const table = texts(
    integers(db.schema.createTable('security_log'), 'minute'),
    'address',
    'username',
    'kind',
  )
  await integers(table, 'count')
    .addPrimaryKeyConstraint('security_log_key', ['minute', 'address', 'username', 'kind'])
    .execute()
}

async function pictures(db: Kysely<any>) {
  await integers(texts(db.schema.createTable('pictures'), 'name'), 'size', 'uploaded_at')
    .addColumn('bytes', isSqlite(db) ? 'blob' : 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('pictures_name', ['name'])
    .execute()
  // To add the sizes up reads no picture.
  await createIndex(db, 'pictures_age', 'pictures', 'uploaded_at', 'size', 'name')
}

async function idempotency(db: Kysely<any>) {
  let keys = texts(db.schema.createTable('idempotency'), 'key', 'body_digest', 'answer', 'phone')
  keys = integers(keys, 'expires_at')
  await keys.addPrimaryKeyConstraint('idempotency_key', ['key']).execute()
  await createIndex(db, 'idempotency_expiry', 'idempotency', 'expires_at')
  await createIndex(db, 'idempotency_phone', 'idempotency', 'phone')
}
