import { sql, type Kysely } from 'kysely'
import { countLater, markOf } from './count-later.ts'
import { countRows, countTogether, noticeChanges } from './counting.ts'
import { isSqlite } from './engine.ts'
import { firstTables } from './first-tables.ts'
import { integers, notNull, texts } from './tables.ts'

type Migration = (db: Kysely<any>) => Promise<void>

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

const scale: Migration = async (db) => {
  const index = (name: string, table: string, ...columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute()
  await index('leads_source', 'leads', 'source', 'created_at', 'id')
  await index('erased_leads_newest', 'erased_leads', 'created_at')
  await index('erased_appointments_date', 'erased_appointments', 'date', 'status')
  await db.schema
    .createIndex('appointments_closed')
    .on('appointments')
    .column('updated_at')
    .where(sql.ref('status'), 'in', sql`('completed', 'cancelled')`)
    .execute()

  const counts = async (name: string, ...columns: string[]) => {
    const table = integers(
      texts(integers(db.schema.createTable(name), 'day'), ...columns),
      'erased',
      'slot',
      'count',
    )
    await table
      .addPrimaryKeyConstraint(`${name}_key`, ['day', ...columns, 'erased', 'slot'] as never)
      .execute()
    // Room beside each row for what it becomes next.
    if (!isSqlite(db)) await sql`alter table ${sql.table(name)} set (fillfactor = 50)`.execute(db)
  }
  await counts('lead_counts', 'source')
  await counts('appointment_counts', 'department_name', 'status')

  // Byte by byte: only equality is asked of them.
  const gram = isSqlite(db) ? sql`text` : sql`text collate "C"`
  const withoutRowid = isSqlite(db) ? sql`without rowid` : sql``
  // The day comes first, so that new names are written side by side.
  await texts(
    integers(
      integers(db.schema.createTable('lead_grams'), 'day').addColumn('gram', gram, notNull),
      'created_at',
      'id',
    ),
    'source',
  )
    .addPrimaryKeyConstraint('lead_grams_key', ['day', 'gram', 'created_at', 'id'])
    .modifyEnd(withoutRowid)
    .execute()
  await integers(db.schema.createTable('lead_characters').addColumn('gram', gram, notNull), 'count')
    .addPrimaryKeyConstraint('lead_characters_key', ['gram'])
    .modifyEnd(withoutRowid)
    .execute()
  const integer = isSqlite(db) ? 'integer' : 'bigint'
  await db.schema
    .createTable('lead_days')
    .addColumn('day', integer, (c) => c.primaryKey())
    .execute()
  await db.schema
    .createTable('leads_unindexed')
    .addColumn('id', integer, (c) => c.primaryKey())
    .execute()
  await sql`insert into leads_unindexed (id) select id from leads`.execute(db)

  await countRows(db, {
    table: 'leads',
    counts: 'lead_counts',
    columns: ['source'],
    erased: 0,
    added: 'insert into leads_unindexed (id) values (new.id);',
    removed: 'delete from leads_unindexed where id = old.id;',
  })
  await countRows(db, { table: 'erased_leads', counts: 'lead_counts', columns: ['source'], erased: 1 })
  const columns = ['department_name', 'status']
  await countRows(db, { table: 'appointments', counts: 'appointment_counts', columns, erased: 0 })
  await countRows(db, { table: 'erased_appointments', counts: 'appointment_counts', columns, erased: 1 })

  await integers(db.schema.createTable('content_version'), 'version').execute()
  await db.insertInto('content_version').values({ version: 1 }).execute()
  await noticeChanges(db, ['home', 'hospital_images', 'experts', 'banners', 'hospitals'])
}

const staff: Migration = async (db) => {
  await texts(
    integers(texts(integers(db.schema.createTable('home_versions'), 'version'), 'document'), 'at'),
    'actor',
    'changed',
  )
    .addPrimaryKeyConstraint('home_versions_version', ['version'])
    .execute()
  await sql`
    insert into home_versions (version, document, at, actor, changed)
    select version, document, updated_at, '', '[]' from home
  `.execute(db)

  // Visits are counted by day, status and department from the index alone.
  await db.schema.dropIndex('appointments_date').execute()
  await db.schema
    .createIndex('appointments_visit')
    .on('appointments')
    .columns(['date', 'status', 'department_name'])
    .execute()
  await db.schema
    .createIndex('erased_appointments_newest')
    .on('erased_appointments')
    .column('created_at')
    .execute()
}

const together: Migration = (db) =>
  countTogether(db, {
    table: 'leads',
    counts: 'lead_counts',
    columns: ['source'],
    erased: 0,
    added: 'insert into leads_unindexed (id) select id from added;',
  })

const later: Migration = async (db) => {
  if (!isSqlite(db)) return
  const run = (text: string) => sql.raw(text).execute(db)
  await integers(texts(db.schema.createTable('marks'), 'work'), 'number')
    .addPrimaryKeyConstraint('marks_work', ['work'])
    .execute()
  await countLater(db)

  // Names are taken up in the order of their numbers, so that a mark tells as much as a row for each.
  await run(`insert into marks (work, number) select 'leads_indexed', coalesce(
    (select min(id) - 1 from leads_unindexed), (select max(id) from leads), 0)`)
  await run('drop table leads_unindexed')
  await run(`create view leads_unindexed as select id from leads where id > ${markOf('leads_indexed')}`)
  await run(`create trigger leads_unindexed_removed instead of delete on leads_unindexed
    begin update marks set number = max(number, old.id) where work = 'leads_indexed'; end`)
}

/** With the source in the index, leads of a name and a source are counted from that alone; in SQLite it is the table. */
const covering: Migration = async (db) => {
  if (isSqlite(db)) return
  await sql`alter table lead_grams drop constraint lead_grams_key,
    add constraint lead_grams_key primary key (day, gram, created_at, id) include (source)`.execute(db)
}

/** The first account is left as it is: its password was shown to its owner alone. */
const temporaryPasswords: Migration = async (db) => {
  await db.schema
    .alterTable('admins')
    .addColumn('temporary_password', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update admins set temporary_password = must_change_password
    where id <> (select min(id) from admins)`.execute(db)
}

/** Never edit one that has been released: add another below it. */
export const migrations: Record<string, Migration> = {
  '0001-start': firstTables,
  '0002-accountability': accountability,
  '0003-scale': scale,
  '0004-staff': staff,
  '0005-together': together,
  '0006-later': later,
  '0007-covering': covering,
  '0008-temporary-passwords': temporaryPasswords,
}
