import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

/**
 * Claims a SQLite database for this process; answers how to let go of it.
 * The claim is itself a lock of SQLite's, so the operating system drops it however the process ends.
 */
export function claim(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new StartError(`另一个诊约进程正在使用 ${file} · another process is serving from this database`)
  }
  return () => lock.close()
}
