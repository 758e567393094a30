import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Config } from '../config.ts'
import { start } from '../main.ts'
import { version } from '../version.ts'

const grace = 10_000

/** On stderr: what comes on stdout is one JSON object a line. */
const tell = (...lines: string[]) => console.error(`\n${lines.join('\n')}\n`)

/** What only the start needed: a service that has little to do is to be small. */
function giveBackMemory() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NonNullable<typeof gc>
  collect({ type: 'major', flavor: 'last-resort' })
}

export async function serve(config: Config) {
  // Heard from the beginning: the first process of a container gets no signal that it does not listen for.
  let stop: (signal: string) => Promise<void> = async () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))
  // The end of a terminal is not the end of the service, and there is nothing to read anew.
  process.on('SIGHUP', () => {})

  const { app, address, close } = await start(
    config,
    (password) =>
      tell(
        '首个管理员账号（密码只显示这一次） · First administrator (shown only once)',
        `  用户名 Username     ${config.adminUsername}`,
        `  密码 Password       ${password}`,
      ),
    undefined,
    (reason) =>
      console.error(
        `数据库暂时连不上，最多等待 ${config.databaseWait / 1000} 秒 · waiting for the database: ${reason}`,
      ),
  )
  let isStopping = false
  stop = async (signal) => {
    if (isStopping) return
    isStopping = true
    app.log.info({ signal }, 'stopping')
    await app.drain(config.drain)
    // A client that never finishes its request must not keep the process.
    setTimeout(() => app.server.closeAllConnections(), grace).unref()
    await close()
    app.log.info('stopped')
  }

  giveBackMemory()
  const { database } = config
  app.log.info({ version, address, engine: database.engine, node: process.version }, 'started')
  const url = address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')
  tell(
    '诊约 Zhenyue',
    `  服务地址 Service    ${url}`,
    `  工作台 Console      ${url}/console/`,
    `  接口文档 API docs   ${url}/docs`,
    `  数据库 Database     ${database.engine === 'sqlite' ? `SQLite ${database.file}` : 'PostgreSQL'}`,
  )
}
