import { api } from '@zhenyue/contract'
import type { Drill } from '../drill.ts'
import { anonymousAt, logIn, tell, withToken, type Client } from './people.ts'

const atOnce = 4

interface Way {
  name: string
  shut(root: Client, id: string): Promise<unknown>
  /** A session may show itself only after this. */
  open?(root: Client, id: string): Promise<unknown>
}

const ways: Way[] = [
  { name: 'reset', shut: (root, id) => root.call(api.accounts.resetPassword, { params: { id } }) },
  {
    name: 'disabled',
    shut: (root, id) => root.call(api.accounts.update, { params: { id }, body: { enabled: false } }),
    open: (root, id) => root.call(api.accounts.update, { params: { id }, body: { enabled: true } }),
  },
]

/** Logs in without a break, and goes on until the password no longer opens anything. */
async function logInUntilShut(
  url: string,
  who: { username: string; password: string },
  isShut: () => boolean,
) {
  const tokens: string[] = []
  for (;;) {
    const wasShut = isShut()
    const { status, data } = await anonymousAt(url).send(api.admins.login, { body: who })
    if (status === 200) tokens.push(data.token)
    if (wasShut && status === 401) return tokens
  }
}

/** Answers how many sessions were opened, and how many of them are still good. */
async function round(urls: string[], root: Client, { shut, open }: Way, name: string) {
  const who = { username: name, password: `the former password of ${name}` }
  const { account } = await root.call(api.accounts.create, { body: who })
  let isShut = false
  const logins = Array.from({ length: atOnce }, (_, i) =>
    logInUntilShut(urls[i % urls.length]!, who, () => isShut),
  )
  await new Promise((soon) => setTimeout(soon, 200 + Math.random() * 100))
  await shut(root, account.id)
  isShut = true
  const tokens = (await Promise.all(logins)).flat()
  await open?.(root, account.id)
  let alive = 0
  for (const token of tokens) {
    if ((await withToken(urls[0]!, token).send(api.admins.me)).status === 200) alive++
  }
  return { opened: tokens.length, alive }
}

export const oldPassword: Drill = {
  title: 'logging in back to back while the password is reset or the account disabled',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'admins/session-store.ts', from: "      .where('disabled', '=', 0)\n", to: '' },
    {
      file: 'admins/session-store.ts',
      from: "      .where('password_hash', '=', session.passwordHash)\n",
      to: '',
    },
  ],
  async run(scene, size) {
    const rounds = size === 'full' ? 20 : 2
    const instances = [await scene.serve()]
    if (scene.engine === 'postgres') instances.push(await scene.serve())
    const urls = instances.map(({ url }) => url)
    const root = await logIn(urls[0]!)
    const wrong: string[] = []
    let sessions = 0
    for (const way of ways) {
      let survived = 0
      for (let i = 0; i < rounds; i++) {
        const { opened, alive } = await round(urls, root, way, `${way.name}-${i}`)
        sessions += opened
        if (alive > 0) survived++
      }
      if (survived > 0) wrong.push(`${way.name}: a session survived in ${survived} of ${rounds}`)
    }
    for (const instance of instances) await instance.stop()
    return {
      done: `${rounds} times each on ${urls.length} instance(s), ${sessions} sessions opened before`,
      lost: tell(wrong),
      fine: wrong.length === 0 && sessions >= rounds,
    }
  },
}
