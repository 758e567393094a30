import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import { isSqlite } from '../engine.ts'

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** The one column that the engines spell differently. Neither ever gives a number out twice. */
export function withNumber(db: Kysely<any>, table: string, column = 'id'): CreateTableBuilder<any, any> {
  return isSqlite(db)
    ? db.schema.createTable(table).addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
    : db.schema
        .createTable(table)
        .addColumn(column, 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
}

type Table = CreateTableBuilder<any, any>
export const texts = (table: Table, ...columns: string[]): Table =>
  columns.reduce((t, column) => t.addColumn(column, 'text', notNull), table)
export const integers = (table: Table, ...columns: string[]): Table =>
  columns.reduce((t, column) => t.addColumn(column, 'bigint', notNull), table)
