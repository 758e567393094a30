import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.ts'
import { booking, lead, wait } from '../load.ts'
import type { Drill, Scene } from '../drill.ts'
import { judge } from './outcome.ts'

const nginx = '/usr/sbin/nginx'
const deployed = join(import.meta.dirname, '../../deploy/nginx.conf')

/** The proxy as it is deployed, in front of these ports and without its limits for one address. */
async function startProxy(scene: Scene, instances: number[]): Promise<number> {
  const port = await freePort()
  const replaced = instances.reduce(
    (text, instance, at) => text.replace(`service-${at + 1}:3000`, `127.0.0.1:${instance}`),
    readFileSync(deployed, 'utf8'),
  )
  const config = replaced
    .replace(/^pid .*$/m, `pid ${scene.folder}/nginx.pid; daemon off;`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    // What is a socket cannot be opened by its name.
    .replaceAll(/\/dev\/std(err|out)/g, join(scene.folder, 'nginx.log'))
    .replace(/^ *limit_(req|conn) .*\n/gm, '')
  const file = join(scene.folder, 'nginx.conf')
  writeFileSync(file, config)
  const child = spawn(nginx, ['-e', join(scene.folder, 'nginx.log'), '-c', file], { stdio: 'ignore' })
  scene.onEnd(async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  })
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return port
    await wait(25)
  }
  throw new Error('nginx does not start')
}

const reads = ['/api/v1/config/home', '/api/v1/hospitals', '/readyz']

/** Asks without pause on so many connections, every fourth time by POST, and counts what was not answered with 200. */
function startAsking(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const state = { stopped: false, asked: 0 }
  const failed = new Map<string, number>()

  const ask = (turn: number) =>
    new Promise<string>((told) => {
      const body = turn % 8 === 0 ? JSON.stringify(lead()) : turn % 4 === 0 ? JSON.stringify(booking()) : ''
      const path =
        turn % 8 === 0 ? '/api/v1/leads' : turn % 4 === 0 ? '/api/v1/appointments' : reads[turn % 3]
      const method = body ? 'POST' : 'GET'
      const headers = body ? { 'content-type': 'application/json' } : {}
      const sent = request({ agent, port, host: '127.0.0.1', path, method, headers }, (answer) => {
        answer.resume().once('end', () => told(`${method} ${answer.statusCode}`))
      })
      sent.once('error', (error: NodeJS.ErrnoException) => told(`${method} ${error.code}`))
      sent.end(body)
    })

  async function one(turn: number) {
    for (; !state.stopped; turn++) {
      const result = await ask(turn)
      state.asked++
      if (!result.endsWith(' 200')) failed.set(result, (failed.get(result) ?? 0) + 1)
    }
  }
  const all = Promise.all(Array.from({ length: connections }, (_, number) => one(number)))
  const stop = async () => {
    state.stopped = true
    await all
    agent.destroy()
  }
  return { state, failed, stop }
}

export const rolled: Drill = {
  title: 'two instances behind nginx are restarted in turn under 24 connections, a quarter of it POSTs',
  engines: ['postgres'],
  breakage: [
    {
      file: 'cli/serve.ts',
      from: '    await app.drain(config.drain)\n',
      to: '    app.server.closeAllConnections()\n',
    },
  ],
  // Of one restart too little is lost to be sure of it.
  catches: 'full',
  unable: () => (existsSync(nginx) ? undefined : `there is no ${nginx}`),
  async run(scene, size) {
    const restarts = size === 'full' ? 10 : 1
    const ports = [await freePort(), await freePort()]
    const serve = (at: number) =>
      scene.serve({ PORT: String(ports[at]), TRUST_PROXY: '1', DRAIN_SECONDS: '3' })
    const services = [await serve(0), await serve(1)]
    const { state, failed, stop } = startAsking(await startProxy(scene, ports), 24)
    const codes: (number | null)[] = []
    await wait(500)
    for (let i = 0; i < restarts; i++) {
      codes.push(await services[i % 2]!.stop())
      services[i % 2] = await serve(i % 2)
      // The proxy leaves a failed one alone for more than two seconds, which it counts whole: three at most.
      if (i + 1 < restarts) await wait(3500)
    }
    await stop()
    for (const service of services) await service.stop()
    const lost = [...failed].map(([result, count]) => `${count} times ${result}`).join(', ')
    return judge(`${restarts} restarts, ${state.asked} requests`, [
      lost,
      codes.some((code) => code !== 0) && `exit codes ${codes.join(', ')}`,
    ])
  },
}
