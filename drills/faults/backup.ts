import { mkdirSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { wait } from '../load.ts'
import type { Drill, Scene } from '../drill.ts'
import { integrityOf, querySqlite, sqliteFile, type Row } from './database.ts'
import { judge } from './outcome.ts'
import { copyOf, countOf, missingFrom, nothingWritten, startWriters, writtenIn } from './writers.ts'

type Tables = Map<string, Row[]>

function readAll(file: string): Tables {
  const tables = querySqlite(file, "select name, sql from sqlite_master where type = 'table' order by name")
  const text = (row: Row) => JSON.stringify(row)
  // In an order of their own: a copy need not keep the one in the file.
  const rowsOf = ({ name }: Row) =>
    querySqlite(file, `select * from "${name}"`).toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
  return new Map([
    ['the schema', tables],
    ...tables.map((table) => [String(table['name']), rowsOf(table)] as const),
  ])
}

/** Rows of the one that the other does not have in the same form. */
function countDiffering(some: Row[], others: Row[]): number {
  const known = new Set(others.map((row) => JSON.stringify(row)))
  return some.filter((row) => !known.has(JSON.stringify(row))).length
}

/** A request with a key writes two rows in one transaction. */
function countHalves(tables: Tables): number {
  const phones = new Set([
    ...tables.get('leads')!.map(({ phone }) => phone),
    ...tables.get('appointments')!.map(({ patient_phone }) => patient_phone),
  ])
  return tables.get('idempotency')!.filter(({ phone, answer }) => !phones.has(phone) || answer === '').length
}

async function succeeds(scene: Scene, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return (await scene.command(args, env).ended) === 0
}

export const backup: Drill = {
  title: 'a backup taken under 16 connections of writes, restored elsewhere',
  engines: ['sqlite'],
  // Copies the file as if nobody wrote to it. Ours is small: the copy of a large one takes as long by itself.
  breakage: [
    {
      file: 'db/sqlite/files.ts',
      from: "db.prepare('VACUUM INTO ?').run(unfinished)",
      to: `const fs = process.getBuiltinModule('node:fs')
    const begin = fs.readFileSync(file).subarray(0, 100 * 1024)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
    fs.writeFileSync(unfinished, Buffer.concat([begin, fs.readFileSync(file).subarray(begin.length)]))`,
    },
  ],
  async run(scene, size) {
    const backups = size === 'full' ? 10 : 1
    const written = nothingWritten()
    const faults = new Set<string>()
    const note = (count: number, what: string) => count > 0 && faults.add(`${count} ${what}`)
    const service = await scene.serve()
    const writers = startWriters(service.url, 16, written)
    await writers.begun
    let rows = 0
    for (let i = 0; i <= backups; i++) {
      const isLast = i === backups
      await wait(300)
      // The last is taken when all is quiet, and has to be the live database itself.
      if (isLast) await writers.stop()
      const file = join(scene.folder, `backup-${i}.db`)
      const before = copyOf(written)
      if (!(await succeeds(scene, ['backup', file]))) throw new Error('there is no backup')
      const during = countOf(written) - countOf(before)
      if (during === 0 && !isLast) faults.add('nothing was written during a backup')
      const elsewhere = join(scene.folder, `elsewhere-${i}`)
      mkdirSync(elsewhere)
      if (!(await succeeds(scene, ['restore', file], { DATA_DIR: elsewhere }))) {
        faults.add('a backup that cannot be restored')
        continue
      }

      const restored = join(elsewhere, 'zhenyue.db')
      const kept = readAll(file)
      const live = readAll(sqliteFile(scene))
      rows += [...kept.values()].reduce((sum, { length }) => sum + length, 0)
      if (!isDeepStrictEqual(readAll(restored), kept)) faults.add('the restored database is not the backup')
      for (const one of [file, restored]) {
        if (integrityOf(one) !== 'ok') faults.add(`damaged: ${integrityOf(one)}`)
      }
      note(
        missingFrom(writtenIn(kept.get('leads')!, kept.get('appointments')!), before),
        'writes acknowledged before the backup are not in it',
      )
      for (const table of ['leads', 'appointments']) {
        note(countDiffering(kept.get(table)!, live.get(table)!), `${table} unlike the live ones`)
      }
      if (isLast && !isDeepStrictEqual(kept, live))
        faults.add('a backup of the quiet database is not like it')
      note(countHalves(kept), 'transactions by halves')
    }
    await service.stop()
    return judge(
      `${backups} backups under load and one after it, ${rows} rows, ${countOf(written)} acknowledged writes`,
      [...faults],
    )
  },
}
