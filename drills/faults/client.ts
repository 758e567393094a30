import { Agent, request } from 'node:http'
import {
  api,
  CallError,
  createClient,
  type CallArguments,
  type Data,
  type Operation,
  type TransportRequest,
} from '@zhenyue/contract'
import { password } from '../drill.ts'
import { wait } from '../load.ts'

/** More than the service takes before it gives up. */
const patience = 60_000

/** `fetch` over connections that are kept, so that a drill has as many as it says. */
const over = (agent: Agent) => (url: string, options: TransportRequest) =>
  new Promise<Response>((resolve, reject) => {
    const { method, headers, body } = options
    const sent = request(url, { agent, method, headers, timeout: patience }, (received) => {
      let text = ''
      received.setEncoding('utf8')
      received.on('data', (part) => (text += part))
      received.on('error', reject)
      received.on('end', () => resolve(new Response(text, { status: received.statusCode! })))
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body)
  })

export function connect(baseUrl: string, connections: number, token?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const client = createClient({ baseUrl, token: () => token, fetch: over(agent) })
  /** What has to be done before a drill can begin is done, however busy the machine is. */
  async function call<E extends Operation>(operation: E, ...sent: CallArguments<E>): Promise<Data<E>> {
    const reply = await patiently(() => client.send(operation, ...sent))
    if (reply.code !== 0) throw new CallError(reply)
    return reply.data
  }
  return { ...client, call }
}
export type Client = ReturnType<typeof connect>

export async function logIn(url: string): Promise<string> {
  const answer = await connect(url, 1).call(api.admins.login, { body: { username: 'admin', password } })
  return answer.token
}

/** Asks again where the service was too busy to look at it. */
export async function patiently<R extends { status: number }>(send: () => Promise<R>): Promise<R> {
  for (let tries = 0; ; tries++) {
    const reply = await send()
    if (reply.status !== 503 || tries === 50) return reply
    await wait(50)
  }
}

export async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<unknown>) {
  const queue = items.values()
  const one = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: width }, one))
}
