import { resolve } from 'node:path'
import { Command } from 'commander'
import { verifyAudit } from '../audit/verify-store.ts'
import { readConfig } from '../config.ts'
import { addressesIn } from '../db/addresses.ts'
import { copyDatabase, leftBehind } from '../db/copy.ts'
import { isServed, openDb } from '../db/open.ts'
import { claim } from '../db/sqlite/lock.ts'
import type { DatabaseConfig, Db, Place } from '../db/types.ts'
import { StartError } from '../start-error.ts'

const isPostgres = (to: string) => /^postgres(ql)?:\/\//.test(to)

function placeOf(to: string): Place {
  if (!isPostgres(to)) return { engine: 'sqlite', file: resolve(to) }
  if (addressesIn(to).every((address) => URL.canParse(address))) return { engine: 'postgres', url: to }
  throw new StartError('--to 需为 postgres:// 地址或 SQLite 文件名 · is neither an address nor a file name')
}

/** Opens a database that no service uses, and keeps it so where that can be done. */
async function openAlone(config: DatabaseConfig) {
  const letGo = config.engine === 'sqlite' ? claim(config.file) : () => {}
  const db = await openDb(config)
  const close = async () => {
    await db.destroy()
    letGo()
  }
  if (!(await isServed(db))) return { db, close }
  await close()
  throw new StartError('数据库正在被服务使用，请先停止所有实例 · stop every instance of the service first')
}

const seconds = 2

async function copy({ to }: { to: string }) {
  const { database } = readConfig(process.env)
  const place = placeOf(to)
  if (place.engine === 'sqlite' && database.engine === 'sqlite' && place.file === database.file) {
    throw new StartError('--to 与当前数据库相同 · is the database itself')
  }
  const from = await openAlone(database)
  try {
    const target = await openAlone({ ...place, auditKeys: database.auditKeys })
    try {
      await copyAndVerify(from.db, target.db)
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

async function copyAndVerify(from: Db, to: Db) {
  // What is wrong in the source should not be blamed on the copy.
  await refuseBrokenAudit(from)
  let told = Date.now()
  await copyDatabase(from, to, (table, rows, isDone) => {
    if (!isDone && Date.now() - told < seconds * 1000) return
    told = Date.now()
    console.log(isDone ? `✔ ${table} ${rows}` : `  ${table} ${rows}…`)
  })
  const rows = await refuseBrokenAudit(to)
  console.log(`未复制（需重新登录）：${leftBehind.join(', ')} · left behind, everyone logs in again`)
  console.log(
    `已逐行核对，审计日志完整，共 ${rows} 条 · copied, compared row by row, the audit log is intact`,
  )
  console.log('请让新配置沿用原来的 JWT_SECRET 与 AUDIT_KEY · keep JWT_SECRET and AUDIT_KEY as they were')
}

async function refuseBrokenAudit(db: Db): Promise<number> {
  const { rows, fault } = await verifyAudit(db)
  if (fault) throw new StartError(`审计日志不完整：${fault}`)
  return rows
}

export const copyCommand = () =>
  new Command('copy')
    .description(
      '把全部数据复制到另一个空数据库，请先停止服务 · copy everything into another, empty database; stop the service first',
    )
    .requiredOption('--to <database>', 'postgres:// 地址或 SQLite 文件 · an address or a file')
    .action(copy)
