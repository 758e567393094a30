import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/postgres.ts'
import { wait } from '../load.ts'
import type { Scene } from '../drill.ts'

/** Debian's own PostgreSQL: the one that npm brings cannot copy a running server. */
export const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/** An account every Linux has. PostgreSQL refuses to run as root. */
const nobody = 65_534
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

export async function ask<R extends pg.QueryResultRow>(port: number, sql: string): Promise<R[]> {
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function until(reached: () => Promise<boolean>, what: string) {
  for (let tries = 0; tries < 600; tries++) {
    if (await reached().catch(() => false)) return
    await wait(25)
  }
  throw new Error(`${what} takes more than 15 seconds`)
}

/** One server in a folder of its own, on a port that it keeps. */
export class Server {
  readonly port: number
  readonly #data: string
  readonly #home: string
  #process: ChildProcess | undefined

  private constructor(home: string, port: number) {
    this.#home = home
    this.#data = join(home, 'data')
    this.port = port
  }

  static async prepare(scene: Scene, name: string): Promise<Server> {
    const home = join(scene.folder, name)
    mkdirSync(home, { mode: 0o755 })
    if (user.uid) {
      chownSync(scene.folder, nobody, nobody)
      chownSync(home, nobody, nobody)
    }
    const server = new Server(home, await freePort())
    scene.onEnd(() => server.kill())
    return server
  }

  #run(program: string, ...args: string[]) {
    const options = { ...user, cwd: this.#home, stdio: 'ignore' as const, env: { PATH: process.env['PATH'] } }
    execFileSync(join(programs!, program), args, options)
  }

  /** As an empty primary. */
  async create() {
    this.#run('initdb', '-D', this.#data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N')
    await this.#start()
  }

  /** As a standby of another, without which that one acknowledges nothing any more. */
  async follow(primary: Server) {
    rmSync(this.#data, { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    this.#run('pg_basebackup', '-D', this.#data, '-R', '-X', 'stream', '-c', 'fast', '-N', ...from)
    await this.#start()
    await until(
      async () => (await ask(primary.port, 'select 1 from pg_stat_replication')).length > 0,
      'following',
    )
    await ask(primary.port, `alter system set synchronous_standby_names = '*'`)
    await ask(primary.port, 'select pg_reload_conf()')
    // A write that waits for the standby has come through: from now on all do.
    await until(async () => {
      const [row] = await ask<{ sync_state: string }>(
        primary.port,
        'select sync_state from pg_stat_replication',
      )
      return row?.sync_state === 'sync'
    }, 'synchronous commit')
    await ask(
      primary.port,
      'create table if not exists seen (at timestamptz); insert into seen values (now())',
    )
  }

  async #start() {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${this.port}`,
      'unix_socket_directories=',
      'synchronous_commit=on',
      'max_connections=100',
    ]
    const args = ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])]
    this.#process = spawn(join(programs!, 'postgres'), args, { ...user, cwd: this.#home, stdio: 'ignore' })
    await until(async () => (await ask(this.port, 'select 1')).length === 1, 'the start of PostgreSQL')
  }

  /** At once, with nothing written out. */
  async kill() {
    const server = this.#process
    this.#process = undefined
    if (server && server.exitCode === null && server.kill('SIGQUIT')) await once(server, 'exit')
  }

  promote = () => ask(this.port, 'select pg_promote(true, 10)')
}
