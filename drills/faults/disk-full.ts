import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { api, type Endpoint } from '@zhenyue/contract'
import { booking, lead, wait } from '../load.ts'
import type { Drill } from '../drill.ts'
import { connect, inParallel, logIn, type Client } from './client.ts'
import { integrityOf, sqliteFile } from './database.ts'
import { onSmallDisk, unableToMountMemory } from './mounts.ts'
import { judge, lostWrites } from './outcome.ts'
import { countLost, countOf, nothingWritten, startWriters, type Written } from './writers.ts'

/** Milliseconds in which the log is used up. */
const longest = 20_000

/** Leaves no room on the disk; answers how to make some again. */
function fill(folder: string) {
  const ballast = join(folder, 'ballast')
  try {
    for (;;) appendFileSync(ballast, Buffer.alloc(64 * 1024, 1))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
  return () => rmSync(ballast)
}

const reads: [Endpoint, object][] = [
  [api.leads.list, {}],
  [api.leads.stats, {}],
  [api.appointments.list, {}],
  [api.home.read, {}],
  [api.admins.me, {}],
]

/** One of each kind: plain, in a transaction of its own, and together with a row in the audit log. */
const writes = (id: string, apt: string): [Endpoint, object][] => [
  [api.leads.submit, { body: lead() }],
  [api.leads.submit, { body: lead(), headers: { 'idempotency-key': crypto.randomUUID() } }],
  [api.leads.setRemark, { params: { id }, body: { remark: 'a'.repeat(500) } }],
  [api.appointments.create, { body: booking() }],
  [api.appointments.setRemark, { params: { id: apt }, body: { remark: 'b'.repeat(500) } }],
]

async function answers(client: Client, calls: [Endpoint, object][]) {
  const replies = []
  for (const [endpoint, sent] of calls) replies.push(await client.send(endpoint, sent))
  return replies
}

async function runFull(folder: string, url: string, client: Client, written: Written, faults: string[]) {
  const note = (what: string) => faults.includes(what) || faults.push(what)
  const writers = startWriters(url, 16, written)
  await writers.begun
  // Not always at the same place of the log.
  await wait(Math.random() * 500)
  const makeRoom = fill(folder)
  try {
    // Writers still find room in the log, until that is used up.
    const until = performance.now() + longest
    while (writers.refused.size === 0 && performance.now() < until) {
      await inParallel(reads, 2, ([endpoint, sent]) => client.send(endpoint, sent))
    }
    for (const { status } of await answers(client, reads)) {
      if (status !== 200) note(`a read answered ${status}`)
    }
    const some = [...written.leads.keys()][0]!
    const apt = [...written.appointments.keys()][0]!
    for (const { status, code, message } of await answers(client, writes(some, apt))) {
      if (status === 200) continue
      if (status !== 503 || code !== 503 || !message) note(`a write answered ${status} ${code} ${message}`)
    }
  } finally {
    await writers.stop()
    makeRoom()
  }
  const refused = [...writers.refused.keys()].filter((status) => status !== 503)
  if (refused.length > 0) note(`writes were refused with ${refused}`)
  if (!writers.refused.has(503)) note('no write was refused with 503')
  const some = [...written.leads.keys()].at(-1)!
  const apt = [...written.appointments.keys()].at(-1)!
  for (const { status } of await answers(client, writes(some, apt))) {
    if (status !== 200) note(`after room was made a write answered ${status}`)
  }
  return writers.refused.get(503) ?? 0
}

export const diskFull: Drill = {
  title: 'the disk fills up under 16 connections of writes, then has room again',
  engines: ['sqlite'],
  unable: unableToMountMemory,
  breakage: [{ file: 'db/unavailable.ts', from: '[sqliteBusy, sqliteFull]', to: '[sqliteBusy]' }],
  async run(scene, size) {
    const times = size === 'full' ? 10 : 1
    const written = nothingWritten()
    const faults: string[] = []
    // The log alone takes 64 MB, and with no more it would leave no room for the database.
    const folder = onSmallDisk(scene, 192)
    const service = await scene.serve()
    const client = connect(service.url, 4, await logIn(service.url))
    let refused = 0
    for (let i = 0; i < times && service.child.exitCode === null; i++) {
      refused += await runFull(folder, service.url, client, written, faults)
    }
    const { exitCode } = service.child
    await service.stop()
    const integrity = integrityOf(sqliteFile(scene))
    return judge(
      `full ${times} times, ${countOf(written)} acknowledged writes, ${refused} refused with 503`,
      [
        lostWrites(await countLost(scene, written)),
        exitCode !== null && `the process exited with ${exitCode}: ${service.output.stderr.slice(-200)}`,
        integrity !== 'ok' && `the database is damaged: ${integrity}`,
        ...faults,
      ],
    )
  },
}
