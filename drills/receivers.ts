import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scene } from '../drill.ts'
import { wait } from '../load.ts'

/** Someone who is told, on this machine; keeps the parsed bodies in the order in which they came. */
export async function receiver<T>(
  scene: Scene,
  answer: (response: ServerResponse, body: T, webhookId: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    answer(response, JSON.parse(text) as T, String(request.headers['webhook-id'] ?? ''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scene.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

export interface Told {
  type: string
  data: { id: string }
}

export const toReceivers = { WEBHOOK_ALLOW: '127.0.0.1', WEBHOOK_RETRIES: '0.2,0.2,0.2,1,1,2,2,4,4' }

/** Waits until nothing changes any more for some seconds. */
export async function untilQuiet(count: () => number, seconds: number) {
  let last = -1
  for (let quiet = 0; quiet < seconds * 10;) {
    await wait(100)
    quiet = count() === last ? quiet + 1 : 0
    last = count()
  }
}
