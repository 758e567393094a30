import { createInterface } from 'node:readline/promises'
import { accountMessages, adminMessages, minPasswordLength, roles, usernamePattern } from '@zhenyue/contract'
import { Command, Option } from 'commander'
import { hashPassword, randomPassword } from '../admins/password.ts'
import { isSimple } from '../admins/simple-password.ts'
import { changePassword, findCredentials, insertAccount, listAccounts } from '../admins/store.ts'
import { switchOff } from '../admins/totp-store.ts'
import { readConfig } from '../config.ts'
import { atTerminal } from '../db/audit.ts'
import { StartError } from '../start-error.ts'
import { withDb } from './with-db.ts'

const passwordOption = new Option(
  '--password-stdin',
  '从标准输入读取密码，否则随机生成 · read the password from standard input rather than making one up',
)

/** Never an argument: those are seen by everyone on the machine and kept in the shell's history. */
async function choosePassword(username: string, fromStdin: boolean | undefined) {
  if (!fromStdin) return { password: randomPassword(), madeUp: true }
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const password: string = (await lines.next()).value ?? ''
  if ([...password].length < minPasswordLength) {
    throw new StartError(
      `密码至少 ${minPasswordLength} 位 · the password needs at least ${minPasswordLength} characters`,
    )
  }
  if (await isSimple(password, username)) {
    throw new StartError(`${adminMessages.passwordSimple} (the password is too simple)`)
  }
  return { password, madeUp: false }
}

const tell = (text: string, password: string, madeUp: boolean) =>
  console.log(madeUp ? `${text}\n密码（只显示这一次） · Password (shown only once): ${password}` : text)

async function create(
  username: string,
  options: { nickname?: string; role: string; passwordStdin?: boolean },
) {
  if (!usernamePattern.test(username)) {
    throw new StartError(`${accountMessages.usernameWrong} (not a valid user name)`)
  }
  if (!roles.includes(options.role as never)) {
    throw new StartError(`--role 仅支持 ${roles.join(' / ')} · is not one of these`)
  }
  const { password, madeUp } = await choosePassword(username, options.passwordStdin)
  await withDb(readConfig(process.env), async (db, time) => {
    const account = {
      username,
      nickname: options.nickname ?? username,
      role: options.role,
      passwordHash: await hashPassword(password),
      mustChangePassword: madeUp,
      hasTemporaryPassword: madeUp,
    }
    if (!(await insertAccount(db, time, account, atTerminal))) {
      throw new StartError(`用户名 ${username} 已存在 · the user name is taken`)
    }
  })
  tell(`已创建账号 ${username} · account created`, password, madeUp)
}

async function resetPassword(username: string, options: { passwordStdin?: boolean }) {
  const { password, madeUp } = await choosePassword(username, options.passwordStdin)
  await withDb(readConfig(process.env), async (db, time) => {
    const account = await findCredentials(db, { username })
    if (!account) throw new StartError(`账号 ${username} 不存在 · there is no such account`)
    const passwordHash = await hashPassword(password)
    const change = { adminId: account.admin.id, passwordHash, temporary: madeUp }
    await changePassword(db, time, change, atTerminal)
  })
  tell(`已重置 ${username} 的密码 · password reset`, password, madeUp)
}

const resetTotp = (username: string) =>
  withDb(readConfig(process.env), async (db, time) => {
    const account = await findCredentials(db, { username })
    if (!account) throw new StartError(`账号 ${username} 不存在 · there is no such account`)
    const wasOn = await switchOff(db, time, account.admin.id, atTerminal)
    console.log(
      wasOn
        ? `已关闭 ${username} 的动态验证码 · second factor switched off`
        : `${username} 没有开启动态验证码，未作改动 · it was off, nothing changed`,
    )
  })

const list = () =>
  withDb(readConfig(process.env), async (db, time) => {
    for (const { id, username, nickname, role } of await listAccounts(db, time)) {
      console.log([id, username, nickname, role].join('\t'))
    }
  })

export function adminCommand(): Command {
  const admin = new Command('admin').description('管理员账号 · administrator accounts')
  admin
    .command('create <username>')
    .description('新增账号 · create an account')
    .option('--nickname <name>', '姓名 · the name shown')
    .option('--role <role>', `角色：${roles.join(' / ')} · the role`, 'admin')
    .addOption(passwordOption)
    .action(create)
  admin
    .command('reset-password <username>')
    .description(
      '重置密码，结束该账号的所有登录，并解除登录限制 · set a new password, end all sessions of the account and lift the limit on its logins',
    )
    .addOption(passwordOption)
    .action(resetPassword)
  admin
    .command('reset-totp <username>')
    .description('关闭动态验证码，用于丢失手机时 · switch the second factor off, for a lost phone')
    .action(resetTotp)
  admin.command('list').description('列出账号 · list the accounts').action(list)
  return admin
}
