import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** What the service tells: never who the patient is. Read the record with a key where you need more. */
interface Event {
  type: string
  timestamp: string
  /** Empty in a test. */
  data: { id?: string }
}

const { WEBHOOK_SECRET, HOST = '127.0.0.1', PORT = '8080', INBOX = 'inbox.jsonl' } = process.env
if (!WEBHOOK_SECRET) {
  console.error('请设置 WEBHOOK_SECRET · set WEBHOOK_SECRET, which was shown when the webhook was added')
  process.exit(1)
}
const verifier = new Webhook(WEBHOOK_SECRET)

// An event may come twice, days apart: what was taken is kept in a file, and survives a restart.
// In a system of your own this is a table whose primary key is the id.
const taken = new Set(
  existsSync(INBOX)
    ? readFileSync(INBOX, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => (JSON.parse(line) as { id: string }).id)
    : [],
)
const inbox = openSync(INBOX, 'a')

function keep(id: string, event: Event) {
  writeSync(inbox, `${JSON.stringify({ id, ...event })}\n`)
  fsyncSync(inbox)
  taken.add(id)
}

/** Your own work. It comes after the answer: the service waits for no more than 15 seconds. */
function handle({ type, data }: Event) {
  console.log(type, data.id ?? '')
}

const mostBytes = 64 * 1024

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** The event, where the signature is right and not older than five minutes. */
function verified(body: string, headers: IncomingMessage['headers']): Event | undefined {
  try {
    return verifier.verify(body, headers as Record<string, string>) as Event
  } catch {
    return undefined
  }
}

const server = createServer(async (request, response) => {
  const body = await bodyOf(request).catch(() => undefined)
  if (body === undefined) return response.writeHead(413, { connection: 'close' }).end()
  const event = verified(body, request.headers)
  if (!event) return response.writeHead(400).end()
  const id = String(request.headers['webhook-id'])
  const isNew = !taken.has(id)
  if (isNew) keep(id, event)
  response.writeHead(204).end()
  if (isNew) setImmediate(handle, event)
})

server.listen(Number(PORT), HOST, () => {
  const { address, port } = server.address() as AddressInfo
  console.log(`listening on http://${address}:${port}/`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () =>
    server.close(() => {
      closeSync(inbox)
      process.exit(0)
    }),
  )
}
