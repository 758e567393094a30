import type { Config } from '../config.ts'
import { start } from '../main.ts'

const grace = 10_000

export async function serve(config: Config) {
  const { app, address, firstPassword, close } = await start(config)
  const url = address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')
  // On stderr: what comes on stdout is one JSON object a line.
  console.error(banner(url, config, firstPassword))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A client that never finishes its request must not keep the process.
    setTimeout(() => app.server.closeAllConnections(), grace).unref()
    await close()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function banner(url: string, config: Config, firstPassword: string | undefined): string {
  const { database } = config
  const lines = [
    '',
    '诊约 Zhenyue',
    `  服务地址 Service    ${url}`,
    `  接口文档 API docs   ${url}/docs`,
    `  数据库 Database     ${database.engine === 'sqlite' ? `SQLite ${database.file}` : 'PostgreSQL'}`,
  ]
  if (firstPassword !== undefined) {
    lines.push(
      '',
      '  首个管理员账号(密码只显示这一次) First administrator (shown only once)',
      `    用户名 Username   ${config.adminUsername}`,
      `    密码 Password     ${firstPassword}`,
    )
  }
  return `${lines.join('\n')}\n`
}
