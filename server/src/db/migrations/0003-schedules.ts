import { sql, type Kysely } from 'kysely'
import { raiseVersionOnChange } from './0001-start.ts'
import { integers, texts, withNumber } from './columns.ts'

const times = ['created_at', 'updated_at']

const createIndex = (db: Kysely<any>, name: string, table: string, ...columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

export async function up(db: Kysely<any>): Promise<void> {
  await integers(texts(integers(db.schema.createTable('booking_rules'), 'id'), 'document'), 'updated_at')
    .addPrimaryKeyConstraint('booking_rules_one', ['id'])
    .execute()
  await raiseVersionOnChange(db, ['booking_rules'])

  let templates = texts(withNumber(db, 'templates'), 'department_name', 'doctor_id', 'doctor_name')
  templates = texts(templates, 'start_time', 'end_time', 'valid_from', 'valid_to')
  await integers(templates, 'weekday', 'slot_minutes', 'places', 'enabled', ...times).execute()

  const days = integers(texts(db.schema.createTable('calendar_days'), 'date', 'kind', 'note'), 'weekday')
  await days.addPrimaryKeyConstraint('calendar_days_date', ['date']).execute()

  await slots(db)
  await bookings(db)
  await waitlist(db)
  await closures(db)
}

async function slots(db: Kysely<any>) {
  let table = texts(withNumber(db, 'slots'), 'date', 'department_name', 'doctor_id', 'doctor_name')
  table = texts(table, 'start_time', 'end_time', 'state')
  table = integers(table, 'places', 'taken', 'template_id', 'is_session', 'by_hand', 'closure_id', ...times)
  await table.addCheckConstraint('slots_taken', sql`taken >= 0 and taken <= places`).execute()
  await createIndex(db, 'slots_day', 'slots', 'date', 'department_name', 'start_time')
  await createIndex(db, 'slots_doctor', 'slots', 'doctor_id', 'date')
}

async function bookings(db: Kysely<any>) {
  const add = (column: string, type: 'bigint' | 'text', fallback: number | string) =>
    db.schema
      .alterTable('appointments')
      .addColumn(column, type, (c) => c.notNull().defaultTo(fallback))
      .execute()
  for (const column of ['slot_id', 'moves', 'own_moves', 'lead_id', 'forgiven'])
    await add(column, 'bigint', 0)
  for (const column of ['attendance', 'via']) await add(column, 'text', '')
  await db.schema
    .createIndex('appointments_slot')
    .on('appointments')
    .columns(['slot_id', 'status'])
    .where(sql.ref('slot_id'), '>', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('appointments_no_show')
    .on('appointments')
    .columns(['patient_phone', 'date'])
    .where(sql.ref('attendance'), '=', sql.lit('no-show'))
    .execute()
}

async function waitlist(db: Kysely<any>) {
  let table = texts(withNumber(db, 'waitlist', 'number'), 'id', 'patient_name', 'patient_phone', 'symptom')
  table = integers(texts(table, 'status', 'appointment_id'), 'slot_id', 'patient_age', 'closure_id', ...times)
  await table.addUniqueConstraint('waitlist_id', ['id']).execute()
  await createIndex(db, 'waitlist_slot', 'waitlist', 'slot_id', 'status', 'number')
  await createIndex(db, 'waitlist_phone', 'waitlist', 'patient_phone')
}

async function closures(db: Kysely<any>) {
  let table = texts(withNumber(db, 'closures'), 'reason', 'from_day', 'to_day', 'department_name')
  table = texts(table, 'doctor_id', 'status')
  await integers(table, 'by_days', ...times).execute()

  let items = texts(integers(db.schema.createTable('closure_items'), 'closure_id'), 'appointment_id')
  items = texts(items, 'state', 'note', 'settled_by')
  await integers(items, 'slot_id', 'needs_call', 'updated_at')
    .addPrimaryKeyConstraint('closure_items_key', ['closure_id', 'appointment_id'])
    .execute()
  await createIndex(db, 'closure_items_appointment', 'closure_items', 'appointment_id')
}
