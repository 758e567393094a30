import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'
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
  if (!existsSync(file)) throw new StartError(`数据库 ${file} 不存在 (there is no database to back up)`)
  if (existsSync(target)) throw new StartError(`${target} 已存在,未覆盖 (the file exists and was left alone)`)
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

function isOurs(db: DatabaseSync): boolean {
  const { integrity_check } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
  return (
    integrity_check === 'ok' &&
    db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() !== undefined
  )
}

function checkBackup(source: string): void {
  if (!existsSync(source)) throw new StartError(`${source} 不存在 (there is no such file)`)
  let fine = false
  try {
    const db = new DatabaseSync(source, { readOnly: true })
    try {
      fine = isOurs(db)
    } finally {
      db.close()
    }
  } catch {
    // Not a database at all.
  }
  if (!fine) throw new StartError(`${source} 不是完好的诊约备份 (is not an intact backup)`)
}

/** Puts a backup in the place of the database; answers where the old one was kept. The service must be stopped. */
export function restoreSqlite(source: string, file: string, now: number): string | undefined {
  checkBackup(source)
  const letGo = claim(file)
  try {
    const incoming = `${file}.incoming`
    copyFileSync(source, incoming)
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
    letGo()
  }
}
