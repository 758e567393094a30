import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { backUpSqlite, restoreSqlite } from '../db/sqlite/files.ts'
import { StartError } from '../start-error.ts'

function sqliteFile(tool: string): string {
  const { database } = readConfig(process.env)
  if (database.engine === 'sqlite') return database.file
  throw new StartError(`PostgreSQL 请使用其自带工具 ${tool} · for PostgreSQL use its own ${tool}`)
}

export const backupCommand = () =>
  new Command('backup')
    .argument('<file>')
    .description(
      '在线备份 SQLite 数据库，服务可继续运行 · back up the SQLite database while the service runs',
    )
    .action((file: string) => {
      backUpSqlite(sqliteFile('pg_dump'), file)
      console.log(`已备份到 ${file} · backup written`)
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
