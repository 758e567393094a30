import { createInterface } from 'node:readline/promises'
import { minPasswordLength } from '@zhenyue/contract'
import { Command } from 'commander'
import { hashPassword } from '../admins/password.ts'
import { changePassword, findAccount, insertAdmin, listAdmins } from '../admins/store.ts'
import { readConfig } from '../config.ts'
import { withDb } from '../main.ts'
import { randomPassword } from '../setup/first-admin.ts'
import { StartError } from '../start-error.ts'

const passwordOption = [
  '--password-stdin',
  '从标准输入读取密码,否则随机生成 · read the password from standard input rather than making one up',
] as const

/** Never an argument: those are seen by everyone on the machine and kept in the shell's history. */
async function choosePassword(fromStdin: boolean | undefined) {
  if (!fromStdin) return { password: randomPassword(), madeUp: true }
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const password: string = (await lines.next()).value ?? ''
  if ([...password].length < minPasswordLength) {
    throw new StartError(
      `密码至少 ${minPasswordLength} 位 (the password needs at least ${minPasswordLength} characters)`,
    )
  }
  return { password, madeUp: false }
}

function checkUsername(username: string) {
  if (!/^[\p{L}\p{N}_.@-]{1,64}$/u.test(username)) {
    throw new StartError('用户名需为 1-64 位文字、数字或 _ . @ - (not a valid user name)')
  }
}

const tell = (text: string, password: string, madeUp: boolean) =>
  console.log(madeUp ? `${text}\n密码(只显示这一次) Password (shown only once): ${password}` : text)

export function adminCommand(): Command {
  const admin = new Command('admin').description('管理员账号 · administrator accounts')

  admin
    .command('create <username>')
    .description('新建账号 · create an account')
    .option('--nickname <name>', '显示名称 · the name shown')
    .option('--role <role>', '角色,super 或 admin · the role, super or admin', 'admin')
    .option(...passwordOption)
    .action(
      async (username: string, options: { nickname?: string; role: string; passwordStdin?: boolean }) => {
        checkUsername(username)
        if (!['super', 'admin'].includes(options.role)) {
          throw new StartError('--role 仅支持 super / admin (is not one of these)')
        }
        const { password, madeUp } = await choosePassword(options.passwordStdin)
        await withDb(readConfig(process.env), async (db, time) => {
          const done = await insertAdmin(db, time, {
            username,
            nickname: options.nickname ?? username,
            role: options.role,
            passwordHash: await hashPassword(password),
            mustChangePassword: madeUp,
          })
          if (!done) throw new StartError(`用户名 ${username} 已存在 (the user name is taken)`)
        })
        tell(`已创建账号 ${username} · account created`, password, madeUp)
      },
    )

  admin
    .command('reset-password <username>')
    .description('重置密码并结束该账号的所有登录 · set a new password and end all sessions of the account')
    .option(...passwordOption)
    .action(async (username: string, options: { passwordStdin?: boolean }) => {
      const { password, madeUp } = await choosePassword(options.passwordStdin)
      await withDb(readConfig(process.env), async (db, time) => {
        const account = await findAccount(db, { username })
        if (!account) throw new StartError(`账号 ${username} 不存在 (there is no such account)`)
        await changePassword(db, time, {
          adminId: account.admin.id,
          passwordHash: await hashPassword(password),
          mustChangePassword: madeUp,
        })
      })
      tell(`已重置 ${username} 的密码 · password reset`, password, madeUp)
    })

  admin
    .command('list')
    .description('列出账号 · list the accounts')
    .action(() =>
      withDb(readConfig(process.env), async (db) => {
        for (const { id, username, nickname, role } of await listAdmins(db)) {
          console.log([id, username, nickname, role].join('\t'))
        }
      }),
    )

  return admin
}
