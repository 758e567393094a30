import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { api, type Endpoint } from '@zhenyue/contract'
import { toOpenApi } from '@zhenyue/contract/openapi'
import { startWorld } from './world.ts'

const operations = Object.entries(api).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ group, name, endpoint })),
)

interface Operation {
  summary: string
  description: string
  security?: unknown
  responses: Record<string, unknown>
}
const paths = toOpenApi(api, '1').paths as Record<string, Record<string, Operation>>

test('the document is valid OpenAPI 3.1 and is served as it is', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as Record<string, unknown>
  const result = await new Validator().validate(served)
  assert.deepEqual(result, { valid: true })
  assert.equal(served['openapi'], '3.1.0')
  const broken = await new Validator().validate({ ...served, paths: { noSlash: {} } })
  assert.equal(broken.valid, false, 'the validator tells a broken document')
})

test('every operation of the interface is in the document, public or protected as it says', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/interface.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (GET|POST|PUT|DELETE) \| (\/api\/v1\/\S+) \| (public|protected) \|/gm)]
  assert.equal(rows.length, 43)
  for (const [, method, path, auth] of rows) {
    const operation = paths[path!.replace(/:(\w+)/g, '{$1}')]?.[method!.toLowerCase()]
    assert.ok(operation, `${method} ${path} is missing`)
    const isProtected = JSON.stringify(operation.security) === '[{"bearer":[]}]'
    assert.equal(isProtected, auth === 'protected', `${method} ${path} is ${auth}`)
    assert.ok('401' in operation.responses || auth === 'public')
  }
})

test('every operation has a summary in both languages and a description', () => {
  for (const { group, name, endpoint } of operations) {
    assert.match(endpoint.summary, /^\p{Script=Han}.* · [A-Z]/u, `${group}.${name} summary`)
    assert.match(endpoint.description, /\.$/, `${group}.${name} description`)
  }
})

test('the reference page and all it loads come from the service itself', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const page = await fetch(`${url}/docs`)
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(page.headers.get('content-security-policy')!, /default-src 'self'/)
  for (const path of ['/docs/index.html', '/docs/%69ndex.html', '/docs/oauth2-redirect.html']) {
    const policy = (await fetch(url + path)).headers.get('content-security-policy')
    assert.equal(policy, page.headers.get('content-security-policy'), path)
  }
  assert.match(page.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!)
  assert.ok(addresses.length >= 5)
  for (const address of addresses) {
    assert.match(address, /^\//)
    const response = await fetch(url + address)
    await response.arrayBuffer()
    assert.equal(response.status, 200, address)
  }
})
