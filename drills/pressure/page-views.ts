import { Agent, request } from 'node:http'
import { api, createClient } from '@zhenyue/contract'
import { password, type Drill, type Scene, type Service } from '../drill.ts'
import { wait } from '../load.ts'
import { generate, judge, ms, portOf } from './measure.ts'

/** A picture of noise, which nothing can make smaller, as large as the body of a write allows for all of them. */
export function picture(bytes: number): string {
  const header = Buffer.from(
    'GIF89a\x10\x00\x10\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x10\x00\x10\x00\x00\x02',
    'latin1',
  )
  const blocks = Array.from({ length: Math.floor(bytes / 256) }, () =>
    Buffer.from([255, ...crypto.getRandomValues(new Uint8Array(255))]),
  )
  return `data:image/gif;base64,${Buffer.concat([header, ...blocks, Buffer.from('\x00\x3b')]).toString('base64')}`
}

async function fillHome(service: Service) {
  const { call } = createClient({ baseUrl: service.url })
  const { token } = await call(api.admins.login, { body: { username: 'admin', password } })
  const staff = createClient({ baseUrl: service.url, token: () => token })
  const home = await staff.call(api.home.read)
  const experts = [0, 1].map((i) => ({
    id: `e-${i}`,
    name: '王医生',
    title: '主任医师',
    avatar: picture(1_380_000),
  }))
  await staff.call(api.home.replace, { body: { ...home, expertTeam: experts } })
}

const kinds = [
  (i: number) => `/pictures/unknown-${i}`,
  (i: number) => `/pages/unknown-${i}`,
  (i: number) => `/experts/exp-${i}`,
  (i: number) => `/?${i}`,
]

/** So many page views a second, each of another address. */
async function view(service: Service, perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const answers: Promise<number>[] = []
  const began = performance.now()
  for (let i = 0; performance.now() - began < seconds * 1000; i++) {
    const { promise, resolve } = Promise.withResolvers<number>()
    request(
      {
        agent,
        host: '127.0.0.1',
        port: portOf(service),
        path: kinds[i % kinds.length]!(i),
        headers: { 'accept-encoding': 'br', cookie: `view=${i}` },
      },
      (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)),
    )
      .once('error', () => resolve(0))
      .end()
    answers.push(promise)
    const due = ((i + 1) * 1000) / perSecond - (performance.now() - began)
    if (due > 1) await wait(due)
  }
  const statuses = await Promise.all(answers)
  agent.destroy()
  return {
    views: statuses.length,
    failed: statuses.filter((status) => status !== 200 && status !== 404).length,
  }
}

const healthyReads = (scene: Scene, service: Service, seconds: number) =>
  generate(scene, {
    port: portOf(service),
    path: '/api/v1/hospitals',
    connections: 10,
    rate: 100,
    seconds,
  })

export const pageViews: Drill = {
  title: '200 page views a second of unknown pages and pictures, with the largest lawful home document',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  // The content is read and its pictures are taken out anew for every view.
  breakage: [
    { file: 'web/pictures.ts', from: 'if (!current || currentVersion !== version)', to: 'if (version)' },
    {
      file: 'web/pages.ts',
      from: 'cache.read(keyOf(screen, request), ',
      to: 'cache.read(keyOf(screen, request) + Math.random(), ',
    },
  ],
  async run(scene, size) {
    const full = size === 'full'
    const seconds = full ? 20 : 3
    const service = await scene.serve()
    await fillHome(service)
    await view(service, 20, 1)
    await healthyReads(scene, service, 1)
    const before = await healthyReads(scene, service, full ? 10 : 2)
    const [during, { views, failed }] = await Promise.all([
      healthyReads(scene, service, seconds),
      view(service, 200, seconds),
    ])
    await service.stop()
    // The 99th of a hundred is three reads of a short run, and tells of the machine.
    const share = full ? 'p99' : 'p50'
    const grown = during.served[share] - before.served[share]
    const errors = during.sent - (during.answers[200] ?? 0)
    return {
      done:
        `${views} page views in ${seconds} s; ${share} of a healthy read meanwhile ${ms(during.served[share])}, ` +
        `before ${ms(before.served[share])}`,
      ...judge(
        {
          [`${errors} healthy reads failed`]: errors > 0,
          [`${failed} page views failed`]: failed > 0,
        },
        { [`${share} grew by ${ms(grown)}`]: grown > (full ? 20 : 1500) },
      ),
    }
  },
}
