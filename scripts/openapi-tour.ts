import { isUtf8 } from 'node:buffer'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { beginWorlds } from '../server/test/world.ts'
import { operationsMissingIn } from './operations.ts'
import { freePort } from './postgres.ts'

/** Test files that between them call every operation. */
const files = (
  'accounts admins api-keys appointments audit calendars closures consents content dashboard export follow-up ' +
  'funnel home home-versions hospitals import leads meta order outbox people phone-proofs pictures remarks ' +
  'roles schedules self-test staff-list totp uploads'
)
  .split(' ')
  .map((name) => `server/test/${name}.test.ts`)

/** Tests of what the service takes though the document does not promise it, and of what a proxy cannot pass on. */
const beyondTheDocument = [
  /^texts are trimmed/,
  /^an array section is replaced by a bare array or by one under its name/,
  /^a data URL as address counts as an upload, and base64 before an address/,
  /4 MiB/,
  /^what is no picture is refused/,
  /^lists of home have at most 100 items/,
  /^an export goes as fast as it is read/,
]

/** Prism has one upstream, so every request names its own; and it knows texts only, so bytes pass it as base64. */
async function startRouter() {
  const server = createServer(async (incoming, outgoing) => {
    const { 'x-upstream': upstream, 'x-encoded': encoded, 'content-length': _, ...headers } = incoming.headers
    const sent = await buffer(incoming)
    // Only whether Prism is there was asked.
    if (upstream === undefined) return outgoing.end()
    const body = encoded ? Buffer.from(sent.toString(), 'base64') : sent
    const onward = request(`${String(upstream)}${incoming.url}`, {
      method: incoming.method!,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
    })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', async (answer) => {
      const bytes = await buffer(answer)
      const isText = isUtf8(bytes)
      if (!isText) Object.assign(answer.headers, { 'x-encoded': 'base64' })
      delete answer.headers['content-length']
      outgoing.writeHead(answer.statusCode!, answer.headers)
      outgoing.end(isText ? bytes : bytes.toString('base64'))
    })
    onward.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function startPrism(program: string, document: string, upstream: string) {
  const port = await freePort()
  const options = ['--errors', '--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'silent']
  const child = spawn(process.execPath, [program, 'proxy', document, upstream, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries++) {
    if (tries === 300 || child.exitCode !== null) throw new Error('Prism does not start')
    await new Promise((soon) => setTimeout(soon, 100))
  }
  return { url, stop: () => child.kill() }
}

/** Tests of the service by way of Prism: whether every operation succeeds there, and none violates the document. */
export async function tour(given: { folder: string; document: string; prism: string }): Promise<boolean> {
  const { folder, document } = given
  const router = await startRouter()
  const prism = await startPrism(
    given.prism,
    document,
    `http://127.0.0.1:${(router.address() as AddressInfo).port}`,
  )
  const seen = join(folder, 'operations')
  writeFileSync(seen, '')
  Object.assign(process.env, {
    TEST_PRISM: prism.url,
    TEST_WORLDS: join(folder, 'worlds'),
    TEST_OPERATIONS: seen,
  })
  await beginWorlds(['sqlite'])
  let failures = 0
  const tests = run({
    files,
    concurrency: 2,
    timeout: 300_000,
    testSkipPatterns: [/\[postgres\]$/, ...beyondTheDocument],
  })
  tests.on('test:fail', ({ name, details }) => {
    if (details.type === 'suite') return
    failures++
    console.log(`✖ ${name}\n${inspect(details.error.cause)}`)
  })
  await new Promise((end) => tests.once('end', end).resume())
  prism.stop()
  router.close()
  const missing = operationsMissingIn(seen).map(({ method, path }) => `${method} ${path}`)
  if (missing.length > 0) console.log(`not seen to succeed: ${missing.join(', ')}`)
  return failures + missing.length === 0
}
