import { api, type Endpoint } from '@zhenyue/contract'
import type { Drill, Service } from '../drill.ts'
import { logIn, operations, tell, withToken, type Client } from './people.ts'

const open = ['admins.me', 'admins.changePassword', 'accounts.own', 'sessions.end']
const simple = [
  'Admin@123',
  'Zhenyue2026',
  'P@ssw0rd1',
  'aaaaaaaa',
  '        ',
  'clerk2026',
  '诊约诊约诊约诊约',
]
const guesses = 40

const isGuarded = ([, { auth }]: [string, Endpoint]) => auth !== 'public'

/** Everything that answers anything else but that the password has to be changed. */
async function opened({ url }: Service, token: string): Promise<string[]> {
  const wrong = []
  for (const [name, { method, path }] of operations.filter(isGuarded)) {
    if (open.includes(name)) continue
    const response = await fetch(url + path, { method, headers: { authorization: `Bearer ${token}` } })
    const isRefused = response.status === 403 && (await response.text()).includes('请先修改密码')
    if (!isRefused) wrong.push(`${name} answered ${response.status}`)
  }
  return wrong
}

async function acceptedOf(clerk: Client, oldPassword: string): Promise<string[]> {
  const accepted = []
  for (const newPassword of simple) {
    const { status } = await clerk.send(api.admins.changePassword, { body: { oldPassword, newPassword } })
    if (status === 400) continue
    accepted.push(`the password «${newPassword}» was accepted`)
    oldPassword = newPassword
  }
  return accepted
}

export const temporaryPassword: Drill = {
  title: 'using a temporary password without changing it, changing it to a simple one, guessing the old one',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'http/auth.ts', from: 'if (!endpoint.withTemporaryPassword) throw passwordUnchanged()', to: '' },
  ],
  async run(scene) {
    const service = await scene.serve({ RATE_LIMITS: 'on' })
    const root = await logIn(service.url)
    const { account, password } = await root.call(api.accounts.create, { body: { username: 'clerk' } })
    const first = await logIn(service.url, { username: 'clerk', password: password! })
    const wrong = await opened(service, first.token)
    const reset = await root.call(api.accounts.resetPassword, { params: { id: account.id } })
    const second = await logIn(service.url, { username: 'clerk', password: reset.password })
    wrong.push(...(await opened(service, second.token)))
    wrong.push(...(await acceptedOf(second, reset.password)))

    const clerk = withToken(service.url, second.token)
    let looked = 0
    for (let i = 0; i < guesses; i++) {
      const body = { oldPassword: `guess ${i}`, newPassword: `a new one for clerk ${i}` }
      if ((await clerk.send(api.admins.changePassword, { body })).status === 400) looked++
    }
    if (looked > 10) wrong.push(`${looked} guesses at the old password looked at`)
    await service.stop()
    const guarded = operations.filter(isGuarded).length - open.length
    return {
      done: `${guarded} operations with a created and a reset password, ${simple.length} simple passwords, ${guesses} guesses of which ${looked} were looked at`,
      lost: tell(wrong),
      fine: wrong.length === 0 && guarded > 20,
    }
  },
}
