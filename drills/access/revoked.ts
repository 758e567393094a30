import { api } from '@zhenyue/contract'
import { wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { logIn, tell, withToken, type Client } from './people.ts'

const patience = 1000

async function standing(urls: string[], token: string): Promise<number[]> {
  return Promise.all(urls.map(async (url) => (await withToken(url, token).send(api.admins.me)).status))
}

/** One account in many places: what ends, how soon, and what goes on. */
class Watch {
  readonly wrong: string[] = []
  readonly #urls: string[]
  checks = 0
  slowest = 0

  constructor(urls: string[]) {
    this.#urls = urls
  }

  async goesOn(what: string, ...clients: Client[]) {
    for (const { token } of clients) {
      this.checks += this.#urls.length
      const statuses = await standing(this.#urls, token)
      if (statuses.some((status) => status !== 200)) this.wrong.push(`${what}: own token got ${statuses}`)
    }
  }

  async isOver(what: string, ...clients: Client[]) {
    const began = performance.now()
    for (const { token } of clients) {
      this.checks += this.#urls.length
      for (;;) {
        const statuses = await standing(this.#urls, token)
        const took = performance.now() - began
        this.slowest = Math.max(this.slowest, took)
        if (statuses.every((status) => status === 401)) break
        if (took > patience) {
          this.wrong.push(`${what}: a token is still good after ${Math.round(took)} ms (${statuses})`)
          break
        }
        await wait(50)
      }
    }
  }
}

/** `at` names the instance that hears of it; every other has to know. */
async function round(number: number, urls: string[], root: Client, watch: Watch) {
  const at = (place: number) => urls[(number + place) % urls.length]!
  const who = { username: `clerk-${number}`, password: `the first password of clerk ${number}` }
  const { account } = await root.call(api.accounts.create, { body: who })
  const own = await logIn(at(0), who)
  const others = [await logIn(at(0), who), await logIn(at(1), who)]
  await watch.goesOn('before', own, ...others)

  const newPassword = `the second password of clerk ${number}`
  await own.call(api.admins.changePassword, { body: { oldPassword: who.password, newPassword } })
  await watch.isOver('password change', ...others)
  await watch.goesOn('password change', own)

  const third = await logIn(at(1), { ...who, password: newPassword })
  await watch.goesOn('before its end', third)
  const session = (await third.call(api.sessions.list)).find(({ current }) => current)!
  await own.call(api.sessions.end, { params: { id: session.id } })
  await watch.isOver('ended session', third)
  await watch.goesOn('ended session', own)

  const fourth = await logIn(at(1), { ...who, password: newPassword })
  await root.call(api.accounts.update, { params: { id: account.id }, body: { enabled: false } })
  await watch.isOver('disabled account', own, fourth)
  await watch.goesOn('disabled account', root)
}

export const revoked: Drill = {
  title: 'password changes, ended sessions and disabled accounts while other tokens are in use',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // Believes a token that it has seen before.
  breakage: [
    {
      file: 'admins/routes.ts',
      from: 'await findSession(db, claims.adminId, claims.sessionId)',
      to: 'await ((globalThis as any)[token] ??= findSession(db, claims.adminId, claims.sessionId))',
    },
  ],
  async run(scene, size) {
    const rounds = size === 'full' ? 20 : 1
    const instances = [await scene.serve()]
    if (scene.engine === 'postgres') instances.push(await scene.serve())
    const urls = instances.map(({ url }) => url)
    const root = await logIn(urls[0]!)
    const watch = new Watch(urls)
    for (let i = 0; i < rounds; i++) await round(i, urls, root, watch)
    for (const instance of instances) await instance.stop()
    const { wrong, checks, slowest } = watch
    return {
      done: `${rounds} times each on ${urls.length} instance(s), ${checks} tokens tried, refused within ${Math.ceil(slowest)} ms`,
      lost: tell(wrong),
      fine: wrong.length === 0 && checks >= rounds * 10,
    }
  },
}
