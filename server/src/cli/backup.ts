import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { backUpSqlite, restoreSqlite } from '../db/sqlite/files.ts'
import { StartError } from '../start-error.ts'

function sqliteFile(tool: string): string {
  const { database } = readConfig(process.env)
  if (database.engine === 'sqlite') return database.file
  throw new StartError(`PostgreSQL 请使用其自带工具 ${tool} · for PostgreSQL use its own ${tool}`)
}

const told = (file: string) => console.log(`已备份到 ${file} · backup written`)

/** Named by their time in UTC, so that the order of names is that of times. */
const namePattern = /^zhenyue-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/
const nameAt = (at: number) => `zhenyue-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
const timeOf = (name: string) => Date.parse(name.replace(namePattern, '$1T$2:$3:$4Z'))

const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .toSorted()

/** Writes a backup into a folder and removes the oldest there, so many that `keep` are left. */
function backUpInto(folder: string, file: string, keep: number | undefined) {
  mkdirSync(folder, { recursive: true })
  const target = join(folder, nameAt(Date.now()))
  backUpSqlite(file, target)
  told(target)
  if (keep === undefined) return
  for (const name of backupsIn(folder).slice(0, -keep)) {
    rmSync(join(folder, name))
    console.log(`已删除旧备份 ${name} · old backup removed`)
  }
}

function parseKeep(value: string): number {
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value)
  throw new StartError('--keep 需为正整数 · is not a positive number')
}

const hours: Record<string, number> = { m: 1 / 60, h: 1, d: 24 }

function parseEvery(value: string): number {
  const [, amount, unit = ''] = /^(\d{1,4})([mhd])$/.exec(value) ?? []
  const ms = Number(amount) * hours[unit]! * 3_600_000
  if (ms > 0 && ms <= 20 * 86_400_000) return ms
  throw new StartError('--every 需为时长，如 24h、30m 或 7d · is not a duration such as 24h, 30m or 7d')
}

/** Backs up again and again. One that was made before the last restart counts. */
function backUpEvery(every: number, folder: string, file: string, keep: number | undefined) {
  mkdirSync(folder, { recursive: true })
  const last = backupsIn(folder).at(-1)
  const due = last ? Math.max(0, timeOf(last) + every - Date.now()) : 0
  console.log(`下次备份 ${new Date(Date.now() + due).toISOString()} · next backup`)
  setTimeout(() => {
    try {
      backUpInto(folder, file, keep)
    } catch (error) {
      // A full disk today is no reason not to try tomorrow.
      console.error((error as Error).message)
      return void setTimeout(() => backUpEvery(every, folder, file, keep), Math.min(every, 3_600_000))
    }
    backUpEvery(every, folder, file, keep)
  }, due)
}

export const backupCommand = () =>
  new Command('backup')
    .argument(
      '<file>',
      '备份文件；有 --every 或 --keep 时为目录 · the file, or a folder with --every or --keep',
    )
    .description(
      '在线备份 SQLite 数据库，服务可继续运行 · back up the SQLite database while the service runs',
    )
    .option('--every <time>', '持续运行，定时备份，如 24h · go on, and back up every so often, such as 24h')
    .option('--keep <number>', '只保留最近几份 · keep only the last ones')
    .action((target: string, options: { every?: string; keep?: string }) => {
      const keep = options.keep === undefined ? undefined : parseKeep(options.keep)
      const every = options.every === undefined ? undefined : parseEvery(options.every)
      const file = sqliteFile('pg_dump')
      if (every !== undefined) return backUpEvery(every, target, file, keep)
      if (keep !== undefined) return backUpInto(target, file, keep)
      backUpSqlite(file, target)
      told(target)
    })

export const restoreCommand = () =>
  new Command('restore')
    .argument('<file>')
    .description(
      '用备份替换 SQLite 数据库，请先停止服务 · replace the SQLite database by a backup; stop the service first',
    )
    .action((file: string) => {
      const kept = restoreSqlite(file, sqliteFile('pg_restore'), Date.now())
      console.log(`已从 ${file} 恢复 · restored`)
      if (kept) console.log(`原数据库保留在 ${kept} · the former database was kept there`)
    })
