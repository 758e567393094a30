import { wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { judge, lostWrites } from './outcome.ts'
import { ask, programs, Server } from './replicas.ts'
import { countLost, countOf, nothingWritten, startWriters } from './writers.ts'

const patience = 10_000

export const failedOver: Drill = {
  title:
    'the primary of two PostgreSQL servers is killed under 16 connections of writes and the standby promoted',
  engines: ['postgres'],
  breakage: [
    { file: 'db/primary.ts', from: 'current = (current + 1) % addresses.length', to: 'current = 0' },
  ],
  unable: () => (programs ? undefined : "there is no PostgreSQL of Debian's (/usr/lib/postgresql)"),
  async run(scene, size) {
    const kills = size === 'full' ? 10 : 1
    let primary = await Server.prepare(scene, 'one')
    let standby = await Server.prepare(scene, 'two')
    await primary.create()
    await ask(primary.port, 'create database zhenyue')
    const urlOf = (...ports: number[]) =>
      `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/zhenyue`
    scene.env['DATABASE_URL'] = urlOf(primary.port, standby.port)
    const service = await scene.serve()
    const written = nothingWritten()
    const writers = startWriters(service.url, 16, written)
    await writers.begun
    const away: number[] = []
    for (let i = 0; i < kills; i++) {
      await standby.follow(primary)
      await wait(300)
      await primary.kill()
      const began = Date.now()
      await standby.promote()
      // Only now: what the old primary acknowledged last was still on its way.
      const before = countOf(written)
      while (countOf(written) === before && Date.now() - began < patience) await wait(20)
      away.push(Date.now() - began)
      ;[primary, standby] = [standby, primary]
      if (away.at(-1)! >= patience) break
    }
    await writers.stop()
    await service.stop()
    scene.env['DATABASE_URL'] = urlOf(primary.port)
    const lost = await countLost(scene, written)
    const longest = Math.max(...away)
    const others = [...writers.refused].filter(([status]) => status !== 503)
    return judge(`${kills} kills, ${countOf(written)} acknowledged writes, away for ${longest} ms at most`, [
      lostWrites(lost),
      longest >= patience && `not serving again within ${patience / 1000} s`,
      others.length > 0 && others.map(([status, count]) => `${count} answers of ${status}`).join(', '),
    ])
  },
}
