import { sql, type Kysely } from 'kysely'
import { raiseVersionOnChange } from './0001-start.ts'
import { integers, texts, withNumber } from './columns.ts'

const times = ['created_at', 'updated_at']

export async function up(db: Kysely<any>): Promise<void> {
  await newRecords(db)
  await outbox(db)
  await receivers(db)
  await messages(db)
}

const createIndex = (db: Kysely<any>, name: string, table: string, ...columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

async function newRecords(db: Kysely<any>) {
  for (const [table, key] of [
    ['leads', 'id'],
    ['appointments', 'number'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('unannounced', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex(`${table}_unannounced`)
      .on(table)
      .column(key)
      .where(sql.ref('unannounced'), '=', sql.lit(1))
      .execute()
  }
}

async function outbox(db: Kysely<any>) {
  await texts(db.schema.createTable('subscriptions'), 'type', 'receiver')
    .addPrimaryKeyConstraint('subscriptions_key', ['type', 'receiver'])
    .execute()

  const events = texts(withNumber(db, 'events', 'number'), 'id', 'type', 'record', 'data')
  await integers(events, 'at').addUniqueConstraint('events_id', ['id']).execute()
  await createIndex(db, 'events_record', 'events', 'record')
  await createIndex(db, 'events_age', 'events', 'at')

  let deliveries = integers(withNumber(db, 'deliveries', 'number'), 'event', 'tries', 'last_status')
  deliveries = texts(deliveries, 'receiver', 'status', 'last_error', 'lease')
  deliveries = integers(deliveries, 'next_try_at', 'lease_until', 'done_at', 'created_at')
  await deliveries
    .addForeignKeyConstraint('deliveries_event', ['event'], 'events', ['number'], (key) =>
      key.onDelete('cascade'),
    )
    .execute()
  await createIndex(db, 'deliveries_event', 'deliveries', 'event')
  await createIndex(db, 'deliveries_receiver', 'deliveries', 'receiver', 'number')
  await db.schema
    .createIndex('deliveries_pending')
    .on('deliveries')
    .columns(['receiver', 'next_try_at'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
}

async function receivers(db: Kysely<any>) {
  const health = ['last_success_at', 'last_failure_at', 'failing_since']
  let webhooks = texts(withNumber(db, 'webhooks'), 'url', 'description', 'types')
  webhooks = texts(webhooks, 'secret', 'former_secret', 'last_error')
  await integers(webhooks, 'enabled', 'former_until', ...health, ...times).execute()

  const robots = texts(withNumber(db, 'robots'), 'kind', 'name', 'url', 'secret', 'types', 'last_error')
  await integers(robots, 'enabled', ...health, ...times).execute()

  const calendars = texts(withNumber(db, 'calendars'), 'token_digest', 'department_name', 'doctor_id')
  await integers(calendars, 'created_at').addUniqueConstraint('calendars_token', ['token_digest']).execute()
}

async function messages(db: Kysely<any>) {
  await integers(texts(integers(db.schema.createTable('message_settings'), 'id'), 'document'), 'updated_at')
    .addPrimaryKeyConstraint('message_settings_one', ['id'])
    .execute()
  // Pages tell patients what they will be sent.
  await raiseVersionOnChange(db, ['message_settings'])

  let table = texts(withNumber(db, 'messages', 'number'), 'key', 'kind', 'phone', 'appointment_id')
  table = texts(table, 'status', 'error', 'lease')
  table = integers(table, 'tries', 'due_at', 'lease_until', 'created_at', 'sent_at')
  await table.addUniqueConstraint('messages_key', ['key']).execute()
  await createIndex(db, 'messages_appointment', 'messages', 'appointment_id', 'number')
  await createIndex(db, 'messages_phone', 'messages', 'phone')
  await db.schema
    .createIndex('messages_open')
    .on('messages')
    .column('due_at')
    .where(sql.ref('status'), 'in', sql`('queued', 'sending')`)
    .execute()
}
