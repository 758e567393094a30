import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { api, createClient, type Endpoint } from '@zhenyue/contract'
import pg from 'pg'
import { password, type Scene } from '../drill.ts'
import { wait } from '../load.ts'

export type Client = ReturnType<typeof createClient> & { token: string }

/** Comes again where the service says that it is busy, as its clients do. */
export const patiently: typeof fetch = async (where, what) => {
  for (let tries = 0; ; tries++) {
    const response = await fetch(where, what)
    if (response.status !== 503 || tries === 20) return response
    await wait(100)
  }
}

export const anonymousAt = (url: string) => createClient({ baseUrl: url, fetch: patiently })
export const withToken = (url: string, token: string): Client => ({
  ...createClient({ baseUrl: url, token: () => token, fetch: patiently }),
  token,
})

export async function logIn(url: string, who = { username: 'admin', password }): Promise<Client> {
  const { token } = await anonymousAt(url).call(api.admins.login, { body: who })
  return withToken(url, token)
}

export const operations: [name: string, endpoint: Endpoint][] = Object.entries(api).flatMap(
  ([group, entries]) =>
    Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]): [string, Endpoint] => [
      `${group}.${name}`,
      endpoint,
    ]),
)

/** Goes to the database behind the back of the service. */
export async function query(scene: Scene, sql: string): Promise<void> {
  if (scene.engine === 'sqlite') {
    const db = new DatabaseSync(join(scene.env['DATA_DIR']!, 'zhenyue.db'), { timeout: 5000 })
    db.exec(sql)
    return db.close()
  }
  const client = new pg.Client(scene.env['DATABASE_URL'])
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** `nothing`, or the first few of what went wrong and how many there are. */
export function tell(wrong: string[], most = 4): string {
  if (wrong.length === 0) return 'nothing'
  const more = wrong.length > most ? `; and ${wrong.length - most} more` : ''
  return wrong.slice(0, most).join('; ').replaceAll('|', '/').replaceAll('\n', ' ') + more
}

/** Does something with every item, some at a time; answers in the order of the items. */
export async function forAll<T, R>(items: T[], atOnce: number, work: (item: T, at: number) => Promise<R>) {
  const results: R[] = []
  for (let i = 0; i < items.length; i += atOnce) {
    results.push(...(await Promise.all(items.slice(i, i + atOnce).map((item, k) => work(item, i + k)))))
  }
  return results
}
