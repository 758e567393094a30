import type { Kysely } from 'kysely'
import { raiseVersionOnChange } from './0001-start.ts'
import { integers, texts, withNumber } from './columns.ts'

export async function up(db: Kysely<any>): Promise<void> {
  let versions = texts(withNumber(db, 'self_test_versions', 'number'), 'version', 'document', 'published_by')
  versions = integers(versions, 'published_at')
  await versions.addUniqueConstraint('self_test_versions_version', ['version']).execute()
  await raiseVersionOnChange(db, ['self_test_versions'])

  const draft = texts(integers(db.schema.createTable('self_test_draft'), 'id'), 'document', 'editor')
  await integers(draft, 'updated_at').addPrimaryKeyConstraint('self_test_draft_one', ['id']).execute()

  await db.schema
    .alterTable('leads')
    .addColumn('urgency', 'bigint', (column) => column.notNull().defaultTo(-1))
    .execute()
  await db.schema
    .alterTable('leads')
    .addColumn('flags', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  // Like the index of scores, it holds what lists filter by.
  await db.schema
    .createIndex('leads_urgency')
    .on('leads')
    .columns(['urgency', 'created_at', 'id', 'source', 'name_search'])
    .execute()
}
