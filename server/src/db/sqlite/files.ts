import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'
import { applicationId } from '../migrations/0001-start.ts'
import { migrations } from '../migrations/index.ts'
import { claim } from './lock.ts'

function flush(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

function moveIntoPlace(from: string, to: string) {
  flush(from)
  renameSync(from, to)
  flush(dirname(to))
}

/** Writes a consistent copy of a database that may be in use. */
export function backUpSqlite(file: string, target: string): void {
  if (!existsSync(file)) throw new StartError(`数据库 ${file} 不存在 · there is no database to back up`)
  if (existsSync(target))
    throw new StartError(`${target} 已存在，未覆盖 · the file exists and was left alone`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
  } finally {
    db.close()
  }
  moveIntoPlace(unfinished, target)
}

const notIntact = (source: string) => new StartError(`${source} 不是完好的诊约备份 · is not an intact backup`)

/** A copy made through SQLite, so that it has what is still in the log of the source, too. */
function copyThroughSqlite(source: string, target: string): void {
  rmSync(target, { force: true })
  try {
    const db = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
    try {
      db.prepare('VACUUM INTO ?').run(target)
    } finally {
      db.close()
    }
  } catch {
    throw notIntact(source)
  }
}

const valueOf = (db: DatabaseSync, pragma: string) => Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0]

/** Makes sure that a copy is a database of ours, one that this program knows, and that nothing in it lives on or is sent again. */
function prepareCopy(source: string, copy: string): void {
  const db = new DatabaseSync(copy)
  try {
    if (valueOf(db, 'application_id') !== applicationId || valueOf(db, 'integrity_check') !== 'ok') {
      throw notIntact(source)
    }
    const applied = db.prepare('SELECT name FROM migrations').all() as { name: string }[]
    const unknown = applied.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name))
    if (applied.length === 0) throw notIntact(source)
    if (unknown.length > 0) {
      const has = unknown.join(', ')
      throw new StartError(`${source} 比程序新，请升级程序 · is newer than this program, it has ${has}`)
    }
    // What was ended or revoked since the backup must not come back.
    db.exec('PRAGMA secure_delete = ON; DELETE FROM sessions')
    // A backup may be of a release that had no such table.
    const has = (table: string) =>
      db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined
    for (const table of ['api_keys', 'calendars']) if (has(table)) db.exec(`DELETE FROM ${table}`)
    if (has('messages')) settleMessages(db, has('closure_items'))
  } catch (error) {
    throw error instanceof StartError ? error : notIntact(source)
  } finally {
    db.close()
  }
}

/** What waited may have been sent since the backup; whom a closure concerns is called, to be sure. */
function settleMessages(db: DatabaseSync, hasClosures: boolean): void {
  const isOpen = `status IN ('queued', 'sending')`
  if (hasClosures) {
    db.exec(`UPDATE closure_items SET needs_call = 1 WHERE state = 'open' AND appointment_id IN
      (SELECT appointment_id FROM messages WHERE kind = 'closed' AND ${isOpen})`)
  }
  db.exec(
    `UPDATE messages SET status = 'unknown', error = 'restored', lease = '', lease_until = 0 WHERE ${isOpen}`,
  )
}

/** Puts a backup in the place of the database; answers where the old one was kept. The service must be stopped. */
export function restoreSqlite(source: string, file: string, now: number): string | undefined {
  if (!existsSync(source)) throw new StartError(`${source} 不存在 · there is no such file`)
  const letGo = claim(file)
  const incoming = `${file}.incoming`
  try {
    copyThroughSqlite(source, incoming)
    prepareCopy(source, incoming)
    let kept: string | undefined
    if (existsSync(file)) {
      // What the log still holds belongs into the file before it is put aside.
      const old = new DatabaseSync(file)
      old.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      old.close()
      kept = `${file}.before-restore-${now}`
      renameSync(file, kept)
    }
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
    moveIntoPlace(incoming, file)
    return kept
  } finally {
    rmSync(incoming, { force: true })
    letGo()
  }
}
