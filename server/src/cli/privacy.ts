import { phonePattern } from '@zhenyue/contract'
import { Command } from 'commander'
import { verifyAudit } from '../audit/verify-store.ts'
import { readConfig } from '../config.ts'
import { atTerminal } from '../db/audit.ts'
import { erasePerson } from '../erasure/store.ts'
import { StartError } from '../start-error.ts'
import { withDb } from './with-db.ts'

export const eraseCommand = () =>
  new Command('erase')
    .description(
      '清除一个人的全部记录，统计数字不变 · remove a person from all records, leaving the statistics whole',
    )
    .requiredOption('--phone <number>', '手机号 · the phone number')
    .action(({ phone }: { phone: string }) =>
      withDb(readConfig(process.env), async (db, time) => {
        if (!phonePattern.test(phone))
          throw new StartError('--phone 手机号格式不正确 · is not a phone number')
        const { leads, appointments } = await erasePerson(db, time, phone, atTerminal)
        console.log(`已清除线索 ${leads} 条，预约 ${appointments} 条 · erased`)
      }),
    )

export function auditCommand(): Command {
  const audit = new Command('audit').description('审计日志 · the audit log')
  audit
    .command('verify')
    .description('检查审计日志是否完整 · check that no row was edited, blanked or removed')
    .option(
      '--head <hash>',
      '服务日志中记下的链尾，检查其后的记录是否被删除 · a hash that the service has logged: finds rows cut off at the end',
    )
    .action(({ head }: { head?: string }) =>
      withDb(readConfig(process.env), async (db) => {
        const { rows, fault } = await verifyAudit(db, head)
        if (fault) throw new StartError(`审计日志不完整：${fault}`)
        console.log(`审计日志完整，共 ${rows} 条 · the audit log is intact`)
      }),
    )
  return audit
}
