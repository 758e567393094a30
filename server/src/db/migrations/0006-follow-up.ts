import { sql, type Kysely } from 'kysely'
import { integers, texts, withNumber } from './columns.ts'

const createIndex = (db: Kysely<any>, name: string, table: string, ...columns: string[]) =>
  db.schema.createIndex(name).on(table).columns(columns).execute()

export async function up(db: Kysely<any>): Promise<void> {
  await followUps(db)
  await imports(db)
  await leads(db)
  // A person is looked up by phone number: what is asked of a booking then stands in the index.
  await db.schema.dropIndex('appointments_phone').execute()
  const booked = ['patient_phone', 'created_at', 'number', 'status', 'attendance']
  await createIndex(db, 'appointments_phone', 'appointments', ...booked)
}

async function followUps(db: Kysely<any>) {
  let table = texts(db.schema.createTable('follow_ups'), 'phone', 'assignee', 'closed')
  table = integers(
    table,
    'next_contact_at',
    'first_contact_at',
    'last_contact_at',
    'reached_at',
    'updated_at',
  )
  await table.addPrimaryKeyConstraint('follow_ups_phone', ['phone']).execute()
  for (const [name, columns] of [
    ['follow_ups_due', ['next_contact_at', 'phone']],
    ['follow_ups_assignee', ['assignee', 'next_contact_at', 'phone']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('follow_ups')
      .columns([...columns])
      .where(sql.ref('closed'), '=', sql.lit(''))
      .execute()
  }

  const contacts = texts(withNumber(db, 'contacts'), 'phone', 'actor', 'channel', 'outcome', 'note')
  await integers(contacts, 'at').execute()
  await createIndex(db, 'contacts_phone', 'contacts', 'phone', 'id')
}

async function imports(db: Kysely<any>) {
  let table = texts(
    withNumber(db, 'lead_imports'),
    'actor',
    'state',
    'headers',
    'mapping',
    'consent',
    'lease',
  )
  table = integers(
    table,
    'rows',
    'done',
    'position',
    'added',
    'taken_back',
    'lease_until',
    'created_at',
    'committed_at',
  )
  await table.execute()
  await createIndex(db, 'lead_imports_state', 'lead_imports', 'state')

  let rows = integers(db.schema.createTable('lead_import_rows'), 'import_id', 'row')
  rows = texts(rows, 'cells', 'phones', 'fault')
  await rows.addPrimaryKeyConstraint('lead_import_rows_key', ['import_id', 'row']).execute()
}

async function leads(db: Kysely<any>) {
  for (const column of ['followed', 'import_id'])
    await db.schema
      .alterTable('leads')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  await createIndex(db, 'leads_person', 'leads', 'phone', 'created_at', 'id', 'source', 'urgency')
  await db.schema
    .createIndex('leads_waiting')
    .on('leads')
    .columns(['score desc', 'created_at', 'id'])
    .where(sql.ref('followed'), '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('leads_import')
    .on('leads')
    .columns(['import_id', 'id'])
    .where(sql.ref('import_id'), '>', sql.lit(0))
    .execute()
}
