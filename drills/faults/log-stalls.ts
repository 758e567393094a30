import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { api, createClient } from '@zhenyue/contract'
import type { Drill, Scene } from '../drill.ts'
import { booking, wait } from '../load.ts'
import { judge } from './outcome.ts'

/** Where the log goes: a disk that is always full, or a pipe whose reader has stopped reading. */
const places = ['/dev/full', 'a reader that stalls'] as const

async function serveLogging(scene: Scene, place: (typeof places)[number]) {
  const { program, args, env } = scene.commandLine(['serve'], { LOG_LEVEL: 'info' })
  const file = place === '/dev/full' ? openSync(place, 'w') : undefined
  const child = spawn(program, args, { env, stdio: ['ignore', file ?? 'pipe', 'pipe'] })
  scene.onEnd(() => child.kill('SIGKILL'))
  if (file !== undefined) closeSync(file)
  else child.stdout!.pause()
  let told = ''
  child.stderr!.on('data', (data) => (told += data))
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
    const url = /Service\s+(http:\S+)/.exec(told)?.[1]
    if (url) return { child, url }
    await wait(25)
  }
  throw new Error(`the service does not start: ${told}`)
}

/** Enough requests that their lines fill every buffer on the way. */
async function ask(url: string, requests: number) {
  const { send } = createClient({ baseUrl: url })
  let failed = 0
  let left = requests
  const some = async () => {
    while (left-- > 0) {
      const answer = await Promise.race([
        send(api.appointments.detail, { params: { id: 'unknown' } }).catch(() => undefined),
        wait(10_000),
      ])
      if (!answer) failed++
    }
  }
  await Promise.all(Array.from({ length: 16 }, some))
  const live = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const booked = await send(api.appointments.create, { body: booking() }).catch(() => undefined)
  return { failed, isAlive: live?.status === 200, books: booked?.code === 0 }
}

export const logStalls: Drill = {
  title: 'the disk of the log is full, or whoever reads the log stops reading',
  engines: ['sqlite'],
  // A fault of the log becomes one of the service.
  breakage: [{ file: 'http/logging.ts', from: 'if (error) return', to: 'if (error) throw error' }],
  unable: () => (existsSync('/dev/full') ? undefined : 'there is no /dev/full'),
  async run(scene, size) {
    const requests = size === 'full' ? 100_000 : 2000
    const faults: (string | false)[] = []
    for (const place of places) {
      const { child, url } = await serveLogging(scene, place)
      const { failed, isAlive, books } = await ask(url, requests)
      faults.push(
        failed > 0 && `${place}: ${failed} requests without an answer`,
        !isAlive && `${place}: /livez does not answer`,
        !books && `${place}: nothing can be booked`,
        child.exitCode !== null && `${place}: the process ended`,
      )
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    }
    return judge(`${requests} requests each, then a booking`, faults)
  },
}
