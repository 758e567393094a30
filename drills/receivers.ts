import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scene } from './drill.ts'
import { wait } from './load.ts'

/** Someone who is told, on this machine. `whole` is all of the request. */
export async function receiver<T>(
  scene: Scene,
  answer: (response: ServerResponse, body: T, webhookId: string, whole: string) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const whole = [request.method, request.url, ...request.rawHeaders, text].join('\n')
    answer(response, JSON.parse(text) as T, String(request.headers['webhook-id'] ?? ''), whole)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scene.onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The settings for a gateway of messages. */
export const toGateway = (url: string) => ({
  SMS_PROVIDER: 'http',
  SMS_URL: url,
  SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
})

export interface Told {
  type: string
  data: { id: string }
}

export const toReceivers = { WEBHOOK_ALLOW: '127.0.0.1', WEBHOOK_RETRIES: '0.2,0.2,0.2,1,1,2,2,4,4' }

/** Waits until something is so, for as long as a busy machine may need; answers whether it is. */
export async function until(isSo: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 600 && !isSo(); tries++) await wait(100)
  return isSo()
}

/** Waits until nothing changes any more for some seconds. */
export async function untilQuiet(count: () => number, seconds: number) {
  let last = -1
  for (let quiet = 0; quiet < seconds * 10;) {
    await wait(100)
    quiet = count() === last ? quiet + 1 : 0
    last = count()
  }
}
