import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, nobody, untilReady } from './postgres.ts'

/** Debian puts it where only root looks. */
const path = `${process.env['PATH']}:/usr/sbin`

/** The version on this machine, such as `PgBouncer 1.18.0`. */
export function findPgBouncer(): string | undefined {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8', env: { PATH: path } })
  return stdout?.split('\n')[0]
}

/** Starts the machine's PgBouncer in transaction mode in front of a PostgreSQL, as docs/operations.md sets it up. */
export async function startPgBouncer(postgres: string) {
  const target = new URL(postgres)
  const port = await freePort()
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'zhenyue-pgbouncer-'))
  writeFileSync(join(home, 'users'), `"${target.username}" ""\n`)
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port} connect_query='set statement_timeout = 15000; set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, 'users')}
pool_mode = transaction
ignore_startup_parameters = statement_timeout
# Fewer than an instance asks for, so that they are shared; each test has a database, so that few stay open.
default_pool_size = 5
server_idle_timeout = 1
max_client_conn = 1000
`,
  )
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    chmodSync(home, 0o700)
    chownSync(home, nobody, nobody)
  }
  const server = spawn('pgbouncer', [join(home, 'pgbouncer.ini')], {
    ...(asRoot && { uid: nobody, gid: nobody }),
    env: { PATH: path },
    cwd: home,
    stdio: 'ignore',
  })
  const url = new URL(postgres)
  url.port = String(port)
  await untilReady(server, url.href)
  return {
    url: url.href,
    async stop() {
      const ended = new Promise((gone) => server.once('exit', gone))
      if (server.exitCode === null && server.kill()) await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
