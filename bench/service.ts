import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { api, createClient } from '@zhenyue/contract'
import launch from '../scripts/launch.json' with { type: 'json' }
import { ofService } from '../scripts/machine.ts'
import { stop, wait, type Bench } from './bench.ts'

const password = 'a password for the benchmark'
const cli = join(import.meta.dirname, '../server/src/cli.js')

/** A user's settings, but for the limits: here one address sends everything. */
export const environment = (changes: Record<string, string>) => ({
  PATH: process.env['PATH'],
  ...launch.env,
  PORT: '0',
  ADMIN_PASSWORD: password,
  JWT_SECRET: 'a secret for the benchmark that is long enough',
  RATE_LIMITS: 'off',
  ...changes,
})

/** Starts the program as a user does; its log goes where nobody reads it. */
export function spawnService(bench: Bench, env: Record<string, string>, under = ofService) {
  const [program, ...args] = [...under, process.execPath, ...launch.flags, cli, 'serve']
  const child = spawn(program!, args, { env: environment(env), stdio: ['ignore', 'ignore', 'pipe'] })
  bench.onEnd(() => stop(child))
  return child
}

export interface Service {
  url: string
  port: number
  pid: number
  token(): Promise<string>
  stop(): Promise<void>
}

/** Starts it and waits until it answers. Without `DATA_DIR` its database is new. */
export async function serve(bench: Bench, env: Record<string, string>, under?: string[]): Promise<Service> {
  const child = spawnService(bench, { DATA_DIR: bench.subfolder(), ...env }, under)
  let told = ''
  child.stderr.on('data', (data) => (told += data))
  for (let tries = 0; tries < 2400; tries++) {
    const url = /Service\s+(http:\S+)/.exec(told)?.[1]
    if (url) {
      const token = () => logIn(url)
      return { url, port: Number(new URL(url).port), pid: child.pid!, token, stop: () => stop(child) }
    }
    if (child.exitCode !== null) break
    await wait(25)
  }
  throw new Error(`the service does not start: ${told}`)
}

async function logIn(url: string): Promise<string> {
  const { call } = createClient({ baseUrl: url })
  const { token } = await call(api.admins.login, { body: { username: 'admin', password } })
  return token
}
