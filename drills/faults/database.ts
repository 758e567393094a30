import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Scene } from '../drill.ts'

export type Row = Record<string, unknown>

export const sqliteFile = (scene: Scene) => join(scene.env['DATA_DIR']!, 'zhenyue.db')

export function querySqlite(file: string, sql: string): Row[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

async function queryPostgres(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Asks the database itself, past the service. */
export async function query(scene: Scene, sql: string): Promise<Row[]> {
  const url = scene.env['DATABASE_URL']
  return url ? queryPostgres(url, sql) : querySqlite(sqliteFile(scene), sql)
}

/** What SQLite finds wrong with a file; `ok` where nothing is. */
export const integrityOf = (file: string): string =>
  querySqlite(file, 'PRAGMA integrity_check')
    .map((row) => row['integrity_check'])
    .join(', ')
