import { Command } from 'commander'
import { adminCommand } from './cli/admin.ts'
import { backupCommand, restoreCommand } from './cli/backup.ts'
import { copyCommand } from './cli/copy.ts'
import { hospitalCommand } from './cli/hospital.ts'
import { keyCommand } from './cli/key.ts'
import { auditCommand, eraseCommand } from './cli/privacy.ts'
import { slotsCommand } from './cli/slots.ts'
import { withDb } from './cli/with-db.ts'
import { readConfig } from './config.ts'
import { addDemoData } from './setup/demo.ts'
import { seed } from './setup/seed.ts'
import { StartError } from './start-error.ts'
import { version } from './version.ts'

// What is written here is about patients: for the owner's eyes alone.
process.umask(0o077)

const program = new Command('zhenyue')
  .description('诊约：医院预约与线索服务 · hospital booking and lead service')
  .version(version)
  .showHelpAfterError()

program
  .command('serve')
  .description('启动服务 · run the service')
  .action(async () => {
    // The other commands are sooner there without it.
    const { serve } = await import('./cli/serve.ts')
    await serve(readConfig(process.env))
  })

program
  .command('migrate')
  .description('升级数据库结构 · bring the database schema up to date')
  .action(() =>
    withDb(readConfig(process.env), async () => console.log('数据库结构已是最新 · the schema is up to date')),
  )

program
  .command('seed')
  .description('写入初始内容 · write the first content into a new database')
  .action(() =>
    withDb(readConfig(process.env), async (db, time) => {
      const done = await seed(db, time)
      console.log(
        done
          ? '已写入初始内容 · first content written'
          : '已有内容，未作改动 · content is there, nothing changed',
      )
    }),
  )

program
  .command('demo')
  .description('写入演示数据 · add invented leads and appointments of the last 90 days')
  .action(() => {
    const config = readConfig(process.env)
    return withDb(config, async (db, time) => {
      await seed(db, time)
      const counts = await addDemoData(db, time, config.adminUsername)
      console.log(
        counts
          ? `已写入演示数据：线索 ${counts.leads} 条，预约 ${counts.appointments} 条 · demo data added`
          : '演示数据已存在，未作改动 · demo data is there, nothing changed',
      )
    })
  })

program.addCommand(adminCommand())
program.addCommand(keyCommand())
program.addCommand(hospitalCommand())
program.addCommand(backupCommand())
program.addCommand(restoreCommand())
program.addCommand(copyCommand())
program.addCommand(eraseCommand())
program.addCommand(auditCommand())
program.addCommand(slotsCommand())

/** What went wrong outside our own rules, in a line a person can act on. */
function lineFor(error: unknown): string {
  if (error instanceof StartError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EACCES' || code === 'EPERM') return `没有权限 · permission denied: ${message}`
  return `${(error as Error).name}: ${message}`
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(lineFor(error))
  process.exitCode = 1
}
