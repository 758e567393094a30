import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Drill, Scene } from '../drill.ts'
import { wait } from '../load.ts'
import { imagePlaces, linkPlaces, readHome, textPlaces, uploadPlaces, type Place } from './hostile-places.ts'
import { badAddresses, badPictures, badTexts, goodPictures, harmlessTexts, junk } from './hostile-values.ts'
import { logIn, operations, patiently, tell } from './people.ts'

/** All that anyone may read of the content. */
async function publicReads(url: string): Promise<string> {
  const lists = operations.filter(
    ([, e]) => e.method === 'GET' && e.auth === 'public' && !e.path.includes(':'),
  )
  const texts = lists.map(async ([, { path }]) => {
    const response = await patiently(url + path)
    if (response.headers.get('x-content-type-options') !== 'nosniff')
      throw new Error(`${path} may be sniffed`)
    return response.text()
  })
  return (await Promise.all(texts)).join('\n')
}

/** Someone at whom the addresses point: nobody may ever call. */
async function listen(scene: Scene) {
  const calls: unknown[] = []
  const server = createServer((socket) => void (calls.push(1), socket.destroy())).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  scene.onEnd(() => server.close())
  return { port: (server.address() as AddressInfo).port, calls }
}

const hasStrace = () =>
  spawnSync('strace', ['-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect', '-o', '/dev/null', 'true'])
    .status === 0

/** Where the service connected to, but for its database. */
function connections(scene: Scene, trace: string): string[] {
  const database = scene.env['DATABASE_URL']
    ? `htons(${new URL(scene.env['DATABASE_URL']).port})`
    : 'no database'
  return readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => line.includes('connect(') && !line.includes(database))
    .map((line) => `connected: ${line.slice(0, 120)}`)
}

/** Pictures by how they begin and end, whatever they are wrapped in. */
function labelOf(value: string): string {
  const base64 = /^(?:data:[^,]*,)?([A-Za-z0-9+/]{16,}=*)$/.exec(value)?.[1]
  const shown = base64 ? Buffer.from(base64, 'base64').toString('latin1') : value
  const short = shown.length > 60 ? `${shown.slice(0, 12)}…${shown.slice(-46)}` : shown
  return JSON.stringify(short).replaceAll(/[^ -~]/g, '.')
}

export const hostileContent: Drill = {
  title: 'hostile links, pictures and texts through every field of home, content and uploads',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    {
      file: 'web/images.ts',
      from: 'export function inspectImages(value: unknown): void {',
      to: 'export function inspectImages(value: unknown): void {\n  if (value) return',
    },
    {
      file: 'uploads/routes.ts',
      from: ': { url: body.url! }',
      to: ': (fetch(body.url!).catch(() => {}), { url: body.url! })',
    },
  ],
  async run(scene, size) {
    const some = <T>(values: T[]) => (size === 'full' ? values : values.filter((_, i) => i % 8 === 0))
    const trace = join(scene.folder, 'trace')
    const traced = hasStrace()
    const wrapper = ['strace', '-D', '-f', '--seccomp-bpf', '-qq', '-e', 'trace=connect', '-o', trace]
    const service = await scene.serve({}, traced ? wrapper : [])
    const admin = await logIn(service.url)
    const { port, calls } = await listen(scene)
    const home = await readHome(admin)
    const wrong: string[] = []
    const ways = new Map<string, number>()
    let requests = 0

    async function send(
      places: Place[],
      values: string[],
      isFine: (status: number, data: string) => boolean,
    ) {
      for (const [write, id, body] of places) {
        for (const value of values) {
          const { status, data } = await admin.send(write, { params: { id }, body: body(value) })
          requests++
          if (isFine(status, JSON.stringify(data ?? ''))) continue
          const label = `${status} for ${labelOf(value)}`
          ways.set(label, (ways.get(label) ?? 0) + 1)
        }
      }
    }
    const toUrl = (type: string) => (bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
    const types = ['png', 'gif', 'jpeg', 'webp']
    const links = linkPlaces(home)
    const images = imagePlaces(home)
    const texts = textPlaces(home)
    const isKept = (status: number) => status === 200
    const isRefused = (status: number) => status === 400 || status === 413

    // Lawful, and read by nobody but browsers.
    const foreign = [
      `http://127.0.0.1:${port}/a.png`,
      `HTTP://127.0.0.1:${port}`,
      `http://localhost:${port}/?a=b`,
    ]
    await send([...links, ...images], foreign, isKept)
    await send(
      images,
      goodPictures.map((bytes, i) => toUrl(types[i]!)(bytes)),
      isKept,
    )
    for (const value of some(harmlessTexts)) {
      await send(texts, [value], (status, data) => isKept(status) && data.includes(JSON.stringify(value)))
    }

    const publicBefore = await publicReads(service.url)
    const addresses = some(badAddresses)
    const pictures = some(badPictures())
    const payloads = [...pictures.map((bytes) => bytes.toString('base64')), ...some(junk)]
    await send([...links, ...images], addresses, isRefused)
    await send(texts, some(badTexts), isRefused)
    for (const type of types) await send(images, pictures.map(toUrl(type)), isRefused)
    await send(uploadPlaces, [...payloads, ...pictures.map(toUrl('png'))], isRefused)
    if ((await publicReads(service.url)) !== publicBefore) wrong.push('what anyone may read has changed')

    for (const [label, count] of ways) wrong.push(`${label} in ${count} ways`)
    await wait(500)
    await service.stop()
    if (calls.length > 0) wrong.push(`${calls.length} calls to an address that was only written down`)
    if (traced && existsSync(trace)) wrong.push(...connections(scene, trace))
    const values = addresses.length + pictures.length + some([...junk, ...badTexts, ...harmlessTexts]).length
    return {
      done: `${values} values, ${requests} writes, ${calls.length} outbound connections${traced ? ' (strace)' : ''}`,
      lost: tell(wrong, 8),
      fine: wrong.length === 0,
    }
  },
}
