import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import { StartError } from '../start-error.ts'
import { exclusively, isSqlite } from './engine.ts'

type Migration = (db: Kysely<any>) => Promise<void>

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** The one column both engines spell differently. Neither ever gives a number out twice. */
function withNumber(db: Kysely<any>, table: string, column = 'id'): CreateTableBuilder<any, any> {
  return isSqlite(db)
    ? db.schema.createTable(table).addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
    : db.schema
        .createTable(table)
        .addColumn(column, 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
}

type Table = CreateTableBuilder<any, any>
const texts = (table: Table, ...columns: string[]): Table =>
  columns.reduce((t, column) => t.addColumn(column, 'text', notNull), table)
const integers = (table: Table, ...columns: string[]): Table =>
  columns.reduce((t, column) => t.addColumn(column, 'bigint', notNull), table)

const start: Migration = async (db) => {
  const times = ['created_at', 'updated_at']

  let leads = withNumber(db, 'leads')
  leads = texts(leads, 'name', 'name_search', 'phone', 'symptom', 'questionnaire', 'source', 'remark')
  leads = integers(leads, 'score', ...times)
  await leads.addUniqueConstraint('leads_phone_source', ['phone', 'source']).execute()
  await db.schema.createIndex('leads_newest').on('leads').columns(['created_at', 'id']).execute()

  let appointments = withNumber(db, 'appointments', 'number')
  appointments = texts(appointments, 'id', 'patient_name', 'patient_phone', 'date', 'department_name')
  appointments = texts(appointments, 'doctor_id', 'doctor_name', 'time_slot', 'symptom', 'status', 'remark')
  appointments = integers(appointments, 'patient_age', ...times)
  await appointments.addUniqueConstraint('appointments_id', ['id']).execute()
  for (const [name, ...columns] of [
    ['newest', 'created_at', 'number'],
    ['phone', 'patient_phone', 'created_at', 'number'],
    ['status', 'status', 'created_at', 'number'],
    ['date', 'date', 'status'],
  ]) {
    await db.schema.createIndex(`appointments_${name}`).on('appointments').columns(columns).execute()
  }

  await integers(texts(integers(db.schema.createTable('home'), 'id'), 'document'), 'version', 'updated_at')
    .addPrimaryKeyConstraint('home_one', ['id'])
    .execute()

  let hospitals = withNumber(db, 'hospitals', 'number')
  hospitals = texts(hospitals, 'id', 'name', 'level', 'address', 'phone', 'intro', 'description')
  hospitals = texts(hospitals, 'banner', 'logo', 'established')
  hospitals = integers(hospitals, 'departments', 'doctors', 'beds', ...times)
  await hospitals.addUniqueConstraint('hospitals_id', ['id']).execute()

  const placed = ['sort', 'enabled', ...times]
  await integers(texts(withNumber(db, 'hospital_images'), 'hospital_id', 'image', 'caption'), ...placed)
    .addForeignKeyConstraint('hospital_images_hospital', ['hospital_id'], 'hospitals', ['id'])
    .execute()
  await integers(
    texts(withNumber(db, 'experts'), 'name', 'title', 'avatar', 'department', 'intro'),
    ...placed,
  ).execute()
  await integers(texts(withNumber(db, 'banners'), 'title', 'subtitle', 'image', 'link'), ...placed).execute()

  let admins = withNumber(db, 'admins')
  admins = texts(admins, 'username', 'nickname', 'role', 'password_hash')
  admins = integers(admins, 'must_change_password', ...times)
  await admins.addUniqueConstraint('admins_username', ['username']).execute()

  await integers(texts(db.schema.createTable('sessions'), 'id'), 'admin_id', 'created_at', 'expires_at')
    .addPrimaryKeyConstraint('sessions_id', ['id'])
    .execute()
  await db.schema.createIndex('sessions_admin').on('sessions').columns(['admin_id']).execute()

  await integers(texts(db.schema.createTable('login_attempts'), 'key', 'times'), 'expires_at')
    .addPrimaryKeyConstraint('login_attempts_key', ['key'])
    .execute()
  await db.schema.createIndex('login_attempts_expiry').on('login_attempts').columns(['expires_at']).execute()
}

const accountability: Migration = async (db) => {
  const added = async (table: string, type: 'bigint' | 'text', ...columns: string[]) => {
    for (const column of columns) {
      await db.schema
        .alterTable(table)
        .addColumn(column, type, (c) => c.notNull().defaultTo(type === 'text' ? '' : 0))
        .execute()
    }
  }
  await added('admins', 'bigint', 'disabled', 'last_login_at')
  await added('sessions', 'text', 'address', 'user_agent')

  await integers(texts(db.schema.createTable('erased_leads'), 'source'), 'created_at').execute()
  await integers(
    texts(db.schema.createTable('erased_appointments'), 'date', 'department_name', 'status'),
    'created_at',
  ).execute()

  let audit = integers(db.schema.createTable('audit'), 'number', 'at')
  audit = texts(audit, 'actor', 'action', 'target', 'address', 'changes_digest', 'hash')
  await audit
    .addColumn('changes', 'text')
    .addColumn('salt', 'text')
    .addPrimaryKeyConstraint('audit_number', ['number'])
    .execute()
  for (const column of ['target', 'actor', 'action', 'at']) {
    await db.schema.createIndex(`audit_${column}`).on('audit').columns([column, 'number']).execute()
  }
  await texts(integers(db.schema.createTable('audit_head'), 'id', 'number'), 'hash')
    .addPrimaryKeyConstraint('audit_head_one', ['id'])
    .execute()
  await db.insertInto('audit_head').values({ id: 1, number: 0, hash: '' }).execute()

  await integers(
    texts(db.schema.createTable('idempotency'), 'key', 'body_digest', 'answer', 'phone'),
    'expires_at',
  )
    .addPrimaryKeyConstraint('idempotency_key', ['key'])
    .execute()
  await db.schema.createIndex('idempotency_expiry').on('idempotency').columns(['expires_at']).execute()
  await db.schema.createIndex('idempotency_phone').on('idempotency').columns(['phone']).execute()
}

/** Never edit one that has been released: add another below it. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
  '0002-accountability': accountability,
}

/** Brings the schema up to date; answers the names of what it applied. Safe while other instances do the same. */
export const migrate = (db: Kysely<any>, now: number, known = migrations): Promise<string[]> =>
  exclusively(db, async (trx) => {
    await integers(texts(trx.schema.createTable('migrations').ifNotExists(), 'name'), 'applied_at')
      .addPrimaryKeyConstraint('migrations_name', ['name'])
      .execute()
    const rows = await trx.selectFrom('migrations').select('name').execute()
    const applied = new Set(rows.map((row) => row.name as string))
    const unknown = [...applied].filter((name) => !Object.hasOwn(known, name))
    if (unknown.length > 0) {
      throw new StartError(
        `数据库版本比程序新,请升级程序 (the database is newer than this program, it has ${unknown.join(', ')})`,
      )
    }
    const pending = Object.keys(known).filter((name) => !applied.has(name))
    for (const name of pending) {
      await known[name]!(trx)
      await trx.insertInto('migrations').values({ name, applied_at: now }).execute()
    }
    return pending
  })
