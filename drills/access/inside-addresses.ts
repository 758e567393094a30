import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { api, robotKinds } from '@zhenyue/contract'
import { freePort } from '../../scripts/postgres.ts'
import { atPort, disguises, localNames, registered } from '../../server/test/inside-addresses.ts'
import type { Drill, Scene } from '../drill.ts'
import { lead, wait } from '../load.ts'
import { anonymousAt, forAll, logIn, query, tell } from './people.ts'

// 127.0.0.1 is the inside of the hospital, where nothing may arrive; 127.0.0.2 stands for the world outside.
const inside = '127.0.0.1'
const outside = '127.0.0.2'
const redirects = [301, 302, 303, 307, 308]

/** Counts whoever comes to the inside, and answers outside with a redirect to it where the path asks for that. */
async function listen(scene: Scene, port: number) {
  const arrived = { inside: 0, outside: 0 }
  const one = createSocketServer((socket) => {
    arrived.inside++
    socket.destroy()
  }).listen(port, inside)
  const other = createServer((request, response) => {
    arrived.outside++
    const status = Number(request.url!.slice(1)) || 200
    response.writeHead(status, { location: `http://${inside}:${port}/` }).end()
  }).listen(port, outside)
  await Promise.all([once(one, 'listening'), once(other, 'listening')])
  scene.onEnd(() => one.close())
  scene.onEnd(() => (other.closeAllConnections(), other.close()))
  return arrived
}

/** What the names mean for the service; one that is not known is inside, and `rebinding` now here, now there. */
function resolver(scene: Scene): string {
  const known = Object.fromEntries(
    registered.map(([url, addresses]) => [new URL(url).hostname.replace(/\.$/, ''), addresses]),
  )
  const file = join(scene.folder, 'resolver.mjs')
  writeFileSync(
    file,
    `import dns from 'node:dns'
    import { isIPv4 } from 'node:net'
    import { syncBuiltinESMExports } from 'node:module'
    const known = ${JSON.stringify({ ...known, 'hooks.example.org': [outside] })}
    let asked = 0
    function addressesOf(host) {
      if (host === 'rebinding.example.org') return [asked++ % 2 === 0 ? '${outside}' : '${inside}']
      return known[host] ?? ['${inside}']
    }
    const all = (host) => addressesOf(host).map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
    dns.promises.lookup = async (host, options) => (options?.all ? all(host) : all(host)[0])
    dns.lookup = (host, options, found) => {
      const addresses = all(host)
      if (options.all) found(null, addresses)
      else found(null, addresses[0].address, addresses[0].family)
    }
    syncBuiltinESMExports()`,
  )
  return `--import=${pathToFileURL(file)}`
}

export const insideAddresses: Drill = {
  title:
    'webhooks to inside addresses in every disguise, by names that mean one, by names that change, by redirects',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // The own machine passes for a public address, and the name is looked up a second time to connect.
  breakage: [
    { file: 'outbound/address-rules.ts', from: "  '127.0.0.0/8',\n", to: '' },
    { file: 'outbound/post.ts', from: '      lookup,\n', to: '' },
  ],
  unable: () => (process.platform === 'linux' ? undefined : 'it needs 127.0.0.2'),
  async run(scene, size) {
    const port = await freePort()
    const arrived = await listen(scene, port)
    const service = await scene.serve({
      WEBHOOK_ALLOW: outside,
      WEBHOOK_RETRIES: '0.1',
      NODE_OPTIONS: resolver(scene),
    })
    const admin = await logIn(service.url)
    const wrong: string[] = []
    const bodyFor = (url: string) => ({ url, types: ['lead.created'] as ['lead.created'] })
    const saved = async (url: string) => (await admin.call(api.webhooks.create, { body: bodyFor(url) })).id
    const isRefused = (error: string) => /^(private|malformed) address$/.test(error)

    const named = [...disguises, ...localNames, ...registered.map(([url]) => url)]
    const withPort = named.map((url) => atPort(url, port))
    const urls = size === 'full' ? [...new Set([...named, ...withPort])] : withPort
    const harmless = `http://hooks.example.org:${port}/`
    const first = await saved(harmless)
    await forAll(urls, 16, async (url) => {
      const body = bodyFor(url)
      const created = await admin.send(api.webhooks.create, { body })
      const changed = await admin.send(api.webhooks.update, { params: { id: first }, body })
      if (created.status !== 400 || changed.status !== 400) wrong.push(`${url} was saved`)
    })
    for (const kind of robotKinds) {
      for (const url of disguises) {
        const body = { kind, name: kind, url, types: ['*'] as ['*'] }
        const { status } = await admin.send(api.robots.create, { body })
        if (status !== 400) wrong.push(`${url} was saved for a robot`)
      }
    }

    // As if they had been saved before the rules, or by someone who can write to the database.
    const ids = await forAll(urls, 16, () => saved(harmless))
    const cases = urls.map((url, i) => `when ${ids[i]!.slice('wh-'.length)} then '${url}'`)
    await query(scene, `update webhooks set url = case id ${cases.join(' ')} else url end`)
    await forAll(ids, 16, async (id, i) => {
      const { status, error } = await admin.call(api.webhooks.test, { params: { id } })
      if (status !== 0 || !isRefused(error)) wrong.push(`${urls[i]} was called: ${status} ${error}`)
    })
    await anonymousAt(service.url).call(api.leads.submit, { body: lead() })
    const told = new Map<string, string>()
    const waiting = () => ids.filter((id) => !told.has(id))
    for (let tries = 0; tries < 60 && waiting().length > 0; tries++) {
      await wait(500)
      await forAll(waiting(), 16, async (id) => {
        const { list } = await admin.call(api.webhooks.deliveries, { params: { id }, query: {} })
        if (list[0]?.status === 'failed') told.set(id, list[0].lastError)
      })
    }
    for (const [i, id] of ids.entries()) {
      if (!isRefused(told.get(id) ?? '')) wrong.push(`${urls[i]} was told: ${told.get(id) ?? 'nothing yet'}`)
    }

    const rebinding = await saved(`http://rebinding.example.org:${port}/`)
    const changes = size === 'full' ? 1000 : 40
    const calls = { outside: 0, refused: 0 }
    for (let i = 0; i < changes; i++) {
      const { status, error } = await admin.call(api.webhooks.test, { params: { id: rebinding } })
      if (status === 200) calls.outside++
      else if (isRefused(error)) calls.refused++
      else wrong.push(`a name that changes: ${status} ${error}`)
    }
    for (const status of redirects) {
      const id = await saved(`http://${outside}:${port}/${status}`)
      const result = await admin.call(api.webhooks.test, { params: { id } })
      if (result.status !== status) wrong.push(`a redirect: ${result.status} ${result.error}`)
    }
    await service.stop()
    if (arrived.inside > 0) wrong.push(`${arrived.inside} connections arrived inside`)
    if (calls.outside === 0 || calls.refused === 0) wrong.push('the name did not change')
    if (arrived.outside < calls.outside + redirects.length) wrong.push('what may be called was not called')
    return {
      done: `${urls.length} addresses saved, changed, tested and told; ${changes} calls of a name that changes (${calls.outside} outside, ${calls.refused} refused); ${redirects.length} redirects; ${arrived.inside} connections inside`,
      lost: tell(wrong),
      fine: wrong.length === 0,
    }
  },
}
