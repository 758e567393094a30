import { createHash } from 'node:crypto'
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench } from '../bench.ts'
import { serve } from '../service.ts'
import { fillSqlite } from './fill.ts'

const cache = join(realpathSync(tmpdir()), 'zhenyue-bench-cache')
const fileIn = (folder: string) => join(folder, 'zhenyue.db')

export const clean = () => rmSync(cache, { recursive: true, force: true })

/** A database as the service leaves it after its first start. */
async function emptyDatabase(bench: Bench): Promise<string> {
  const folder = bench.subfolder()
  const service = await serve(bench, { DATA_DIR: folder })
  await service.stop()
  return folder
}

/** Of what decides what a filled database is like: its tables, and the programs that fill it. */
function keyOf(empty: string): string {
  const hash = createHash('sha256')
  for (const file of ['people.ts', 'rows.ts', 'fill.ts']) {
    hash.update(readFileSync(join(import.meta.dirname, file)))
  }
  const db = new DatabaseSync(fileIn(empty), { readOnly: true })
  hash.update(JSON.stringify(db.prepare('select sql from sqlite_master order by name').all()))
  db.close()
  return hash.digest('hex').slice(0, 16)
}

function make(bench: Bench, empty: string, target: string, count: number) {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(empty, unfinished, { recursive: true })
  bench.say(`  filling a database with ${count} leads and ${count} appointments, kept in ${cache}`)
  const began = performance.now()
  fillSqlite(fileIn(unfinished), count, Date.now())
  bench.say(`  filled in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  renameSync(unfinished, target)
}

const databases = async (bench: Bench) => {
  const empty = await emptyDatabase(bench)
  return { empty, folder: join(cache, keyOf(empty)) }
}

/** The data folder of a database with so many leads and appointments: a copy, so that it may be written to. */
export async function filledFolder(bench: Bench, count: number): Promise<string> {
  const { empty, folder } = await bench.shared(databases)
  const kept = join(folder, String(count))
  if (!existsSync(folder)) clean()
  mkdirSync(folder, { recursive: true })
  if (!existsSync(kept)) make(bench, empty, kept, count)
  const copy = bench.subfolder()
  mkdirSync(copy)
  copyFileSync(fileIn(kept), fileIn(copy), constants.COPYFILE_FICLONE)
  return copy
}
