import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { api, type Endpoint } from '@zhenyue/contract'
import * as contract from '@zhenyue/contract'
import { toOpenApi } from '@zhenyue/contract/openapi'
import { examples } from '@zhenyue/contract/openapi-examples'
import type * as z from 'zod'
import { startWorld } from './world.ts'

const operations = Object.entries(api).flatMap(([group, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ group, name, endpoint })),
)

interface Operation {
  summary: string
  description: string
  security?: unknown
  parameters: { $ref?: string; schema?: { type?: string }; explode?: boolean }[]
  responses: Record<string, { headers?: Record<string, unknown> }>
}
const document = toOpenApi(api, '1')
const paths = document.paths as Record<string, Record<string, Operation>>
const schemas = document.components.schemas as Record<string, { example?: unknown }>
const all = Object.values(paths).flatMap((methods) => Object.values(methods))
const operationOf = ({ path, method }: Endpoint) =>
  paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!

/** Every object within a value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* objectsIn(part)
}

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

test('nothing in the document is impossible, or unknown to tools', () => {
  for (const { type, enum: values, ...schema } of objectsIn(document)) {
    if (typeof type === 'string' && type !== 'string') assert.equal(values, undefined, type)
    assert.ok(!('prefixItems' in schema) && !('propertyNames' in schema) && !('$schema' in schema))
    if (typeof schema['$ref'] === 'string') {
      const target = schema['$ref']
        .slice(2)
        .split('/')
        .reduce((at, key) => at?.[key] as Record<string, unknown>, document as Record<string, unknown>)
      assert.ok(target, schema['$ref'])
    }
  }
})

test('lists in a query stand with commas between them', () => {
  const lists = all.flatMap(({ parameters }) => parameters.filter(({ schema }) => schema?.type === 'array'))
  assert.ok(lists.length >= 6)
  for (const { explode } of lists) assert.equal(explode, false)
})

test('every operation says who may call, and which headers it takes and gives', () => {
  for (const { group, name, endpoint } of operations) {
    const { security, parameters, responses } = operationOf(endpoint)
    assert.ok(Array.isArray(security), `${group}.${name} security`)
    const takes = (part: string) => parameters.some(({ $ref }) => $ref?.endsWith(`/${part}`))
    assert.equal(takes('IdempotencyKey'), endpoint.idempotent)
    assert.equal(takes('IfNoneMatch'), endpoint.etag)
    assert.equal(takes('IfMatch'), endpoint.takesIfMatch)
    const isRefused = Object.values(endpoint.refuses).some((texts) =>
      texts!.some((text) => /已被他人修改/.test(text)),
    )
    assert.equal(endpoint.takesIfMatch, isRefused, `${group}.${name} If-Match`)
    for (const [status, { headers }] of Object.entries(responses)) {
      assert.ok(headers?.['x-request-id'], `${group}.${name} ${status}`)
      if (status === '429' || status === '503') assert.ok(headers['Retry-After'])
    }
  }
})

test('what has a name in the contract is a component, and examples are what they are examples of', () => {
  for (const name of ['StaffLead', 'Appointment', 'Expert', 'Slot', 'SelfTest', 'HomeDocument', 'Webhook']) {
    assert.ok(schemas[name], name)
  }
  for (const [name, example] of Object.entries(examples)) {
    assert.deepEqual(schemas[name]?.example, example, name)
    const { error } = (contract as unknown as Record<string, z.ZodType>)[name]!.safeParse(example)
    assert.equal(error, undefined, name)
  }
})

test('the address of the service is in the document where it is known', async (t) => {
  const { url } = await startWorld(t, 'sqlite', { PUBLIC_URL: 'https://booking.example.org' })
  const { servers } = (await (await fetch(`${url}/openapi.json`)).json()) as { servers: unknown }
  assert.deepEqual(servers, [{ url: 'https://booking.example.org' }])
  assert.deepEqual(document.servers, [{ url: '/' }])
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
