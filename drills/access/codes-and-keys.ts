import { api } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { wait } from '../load.ts'
import { anonymousAt, logIn, tell, withToken } from './people.ts'

async function serveAll(scene: Scene) {
  const instances = [await scene.serve()]
  if (scene.engine === 'postgres') instances.push(await scene.serve())
  return { instances, urls: instances.map(({ url }) => url) }
}

export const codeRaced: Drill = {
  title: 'one code of a second factor used 50 times at once, on all instances',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  breakage: [{ file: 'admins/totp-store.ts', from: ".where('totp_last_step', '<', step)", to: '' }],
  async run(scene, size) {
    const [rounds, atOnce] = size === 'full' ? [10, 50] : [1, 10]
    const { codeAt, stepAt } = await import('../../server/src/admins/totp.ts')
    const { instances, urls } = await serveAll(scene)
    const root = await logIn(urls[0]!)
    const wrong: string[] = []
    let logins = 0
    for (let i = 0; i < rounds; i++) {
      const who = { username: `clerk-${i}`, password: `the password of this clerk ${i}` }
      await root.call(api.accounts.create, { body: who })
      const clerk = await logIn(urls[0]!, who)
      const { uri } = await clerk.call(api.totp.begin, { body: { password: who.password } })
      const secret = fromBase32(new URL(uri).searchParams.get('secret')!)
      const code = (ahead: number) => codeAt(secret, stepAt(Date.now()) + ahead)
      await clerk.call(api.totp.enable, { body: { code: code(-1) } })
      // Still good if the step ends meanwhile.
      const body = { ...who, otp: code(1) }
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, at) =>
          anonymousAt(urls[at % urls.length]!).send(api.admins.login, { body }),
        ),
      )
      const opened = answers.filter(({ status }) => status === 200).length
      logins += opened
      if (opened !== 1) wrong.push(`${opened} logins with one code`)
    }
    for (const instance of instances) await instance.stop()
    return {
      done: `${rounds} × ${atOnce} logins on ${urls.length} instance(s), a code each: ${logins} succeeded`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}

function fromBase32(text: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const patience = 1000

export const keysRevoked: Drill = {
  title: 'keys of other systems revoked while they are in use',
  engines: ['sqlite', 'postgres'],
  quickOn: 'postgres',
  // Believes a key that it has seen before.
  breakage: [
    {
      file: 'api-keys/routes.ts',
      from: 'await findKey(db, time, token)',
      to: 'await ((globalThis as any)[token] ??= findKey(db, time, token))',
    },
  ],
  async run(scene, size) {
    const rounds = size === 'full' ? 20 : 2
    const { instances, urls } = await serveAll(scene)
    const root = await logIn(urls[0]!)
    const wrong: string[] = []
    let slowest = 0
    for (let i = 0; i < rounds; i++) {
      const body = { name: `system ${i}`, role: 'agent' as const }
      const { id, key } = await root.call(api.apiKeys.create, { body })
      const statuses = () =>
        Promise.all(urls.map(async (url) => (await withToken(url, key).send(api.leads.list)).status))
      const before = await statuses()
      if (before.some((status) => status !== 200)) wrong.push(`a new key got ${before}`)
      await root.call(api.apiKeys.remove, { params: { id } })
      const began = performance.now()
      for (;;) {
        const after = await statuses()
        const took = performance.now() - began
        slowest = Math.max(slowest, took)
        if (after.every((status) => status === 401)) break
        if (took > patience) {
          wrong.push(`still good after ${Math.round(took)} ms (${after})`)
          break
        }
        await wait(50)
      }
    }
    for (const instance of instances) await instance.stop()
    return {
      done: `${rounds} keys on ${urls.length} instance(s), refused within ${Math.ceil(slowest)} ms`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}
