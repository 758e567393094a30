import { apiKeyMessages, isCalendarDate, keyRoles } from '@zhenyue/contract'
import { Command, Option } from 'commander'
import { deleteKey, insertKey, listKeys } from '../api-keys/store.ts'
import { readConfig } from '../config.ts'
import { atTerminal } from '../db/audit.ts'
import { StartError } from '../start-error.ts'
import { withDb } from './with-db.ts'

const create = (name: string, { role, expires }: { role: (typeof keyRoles)[number]; expires?: string }) =>
  withDb(readConfig(process.env), async (db, time) => {
    const isName = name.trim() !== '' && [...name].length <= 50 && !/\p{Cc}/u.test(name)
    if (!isName) throw new StartError('名称需为 1-50 个字 · the name needs 1 to 50 characters')
    if (expires !== undefined && (!isCalendarDate(expires) || expires < time.dayOf(time.now()))) {
      throw new StartError('--expires 需为今天或以后的日期，如 2027-01-31 · is not a day to come')
    }
    const made = await insertKey(db, time, { name: name.trim(), role, expiresAt: expires }, atTerminal)
    if (!made) throw new StartError(`${apiKeyMessages.nameTaken} · the name is taken`)
    console.log(`已创建密钥 ${made.id} · key created`)
    console.log(`密钥（只显示这一次） · Key (shown only once): ${made.key}`)
  })

const list = () =>
  withDb(readConfig(process.env), async (db, time) => {
    for (const { id, name, role, lastUsedAt, expiresAt } of await listKeys(db, time)) {
      console.log([id, name, role, lastUsedAt || '-', expiresAt || '-'].join('\t'))
    }
  })

const revoke = (id: string) =>
  withDb(readConfig(process.env), async (db, time) => {
    if (!(await deleteKey(db, time, id, atTerminal))) {
      throw new StartError(`密钥 ${id} 不存在 · there is no such key`)
    }
    console.log(`已吊销密钥 ${id} · key revoked`)
  })

export function keyCommand(): Command {
  const key = new Command('key').description('供其他系统使用的密钥 · keys for other systems')
  key
    .command('create <name>')
    .description('新增密钥 · make a key')
    .addOption(new Option('--role <role>', '角色 · the role').choices([...keyRoles]).makeOptionMandatory())
    .option('--expires <day>', '最后有效日期，如 2027-01-31 · the last day on which it works')
    .action(create)
  key.command('list').description('列出密钥 · list the keys').action(list)
  key.command('revoke <id>').description('吊销密钥 · revoke a key').action(revoke)
  return key
}
