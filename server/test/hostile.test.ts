import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, nothing, type Endpoint } from '@zhenyue/contract'
import fc from 'fast-check'
import * as z from 'zod'
import { anyCodePoints } from './any-code-points.ts'
import { exchange } from './transport.ts'
import { startWorld } from './world.ts'

const requests = 4000

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  '\r\n',
  '\u3000\u200b',
  '__proto__',
  "' or '1'='1",
  '%_\\',
  '1e400',
  '９',
  '张三',
  '👨‍👩‍👧‍👦',
  'java\tscript:alert(1)',
  'data:image/png;base64,AAAA',
  'https://example.org/a.png',
  '/media/hero.svg',
  '2026-02-30',
  '9999-12-31',
  '-1',
  '99999999999999999999',
  'a'.repeat(600),
  '字'.repeat(3000),
)
const anyText = fc.oneof(nasty, anyCodePoints({ maxLength: 40 }))
const anyJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), anyText, fc.constant(null), fc.integer(), fc.double())

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Values that a schema of the contract mostly accepts. */
function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one as JsonSchema)))
  if (schema.pattern?.includes('1[3-9]'))
    return fc.integer({ min: 0, max: 99 }).map((n) => `139000000${String(n).padStart(2, '0')}`)
  if (schema.format === 'date') return fc.constantFrom('2026-11-15', '2026-12-01', '2000-02-29')
  if (schema.format === 'iri-reference')
    return fc.constantFrom('', '/media/hero.svg', 'https://example.org/x')
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -5),
        max: Math.min(schema.maximum ?? 300, 300),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(mostly(schema.items as JsonSchema), { maxLength: 3 })
    case 'object':
      if (!schema.properties) return fc.dictionary(anyText, anyJson, { maxKeys: 4 })
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties).map(([key, one]) => [key, mostly(one as JsonSchema)]),
        ),
      )
    default:
      return fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('张三', '上午', 'ok') },
        { weight: 1, arbitrary: anyText },
      )
  }
}

function mostly(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: anyJson },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema

interface Hostile {
  operation: string
  /** An id as text, or the number of one that was made before. */
  id: string | number
  query: Record<string, unknown>
  body: string | undefined
  contentType: string | undefined
  token: 'good' | 'bad' | 'none'
  tag: string | undefined
}

const requestTo = (operation: string, endpoint: Endpoint): fc.Arbitrary<Hostile> =>
  fc.record({
    operation: fc.constant(operation),
    id: fc.oneof({ weight: 3, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: anyText }),
    query:
      endpoint.query === nothing
        ? fc.constant({})
        : (mostlyFitting(endpoint.query) as fc.Arbitrary<Record<string, unknown>>),
    body:
      endpoint.method === 'GET'
        ? fc.constant(undefined)
        : fc.oneof(
            {
              weight: 8,
              arbitrary: (endpoint.body === nothing ? anyJson : mostlyFitting(endpoint.body)).map((value) =>
                JSON.stringify(value),
              ),
            },
            { weight: 1, arbitrary: anyText },
            { weight: 1, arbitrary: fc.constant(undefined) },
          ),
    contentType: fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(undefined, 'text/plain', 'application/json; charset=gbk', ';;'),
      },
    ),
    token: fc.oneof(
      { weight: 8, arbitrary: fc.constant('good' as const) },
      { weight: 1, arbitrary: fc.constantFrom('bad' as const, 'none' as const) },
    ),
    tag: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('*', '"x"', 'W/"x"', ',') },
    ),
  })

const mostlyFitting = (type: z.ZodType) => fitting(schemaOf(type))

/** Hashing is slow by design, so those two operations get a smaller share. */
const isSlow = (endpoint: Endpoint) => endpoint === api.admins.login || endpoint === api.admins.changePassword
const operations = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([group, entries]) =>
    Object.entries(entries as Record<string, Endpoint>).map(
      ([name, endpoint]) => [`${group}.${name}`, endpoint] as const,
    ),
  ),
)
const hostileRequest = fc.oneof(
  ...[...operations].map(([name, endpoint]) => ({
    weight: isSlow(endpoint) ? 1 : 8,
    arbitrary: requestTo(name, endpoint),
  })),
)

/** Sends to one engine, where the same number means the same thing that was made before. */
function sender(url: string, token: string) {
  const made = new Map<string, string[]>()
  const kindOf = ({ path }: Endpoint) =>
    path.split('/').filter((part) => !['admin', ':id', ':version'].includes(part))[3]!

  return async function send({ operation, id, query, body, contentType, token: which, tag }: Hostile) {
    const endpoint = operations.get(operation)!
    const known = made.get(kindOf(endpoint)) ?? []
    const chosen = typeof id === 'string' ? id : (known[id] ?? 'none-0')
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) {
      if (value === undefined) continue
      search.append(key, String(value))
      // Now and then a parameter twice.
      if (String(value).length % 13 === 7) search.append(key, 'again')
    }
    const path = endpoint.path.replace(/:(id|version)/, encodeURIComponent(chosen.toWellFormed()))
    const sent = {
      method: endpoint.method,
      headers: {
        ...(contentType && body !== undefined && { 'content-type': contentType }),
        ...(which !== 'none' && { authorization: which === 'good' ? `Bearer ${token}` : 'Bearer bad' }),
        ...(tag && { 'if-match': tag, 'if-none-match': tag }),
      },
      ...(body !== undefined && { body }),
    }
    const isEndless = endpoint === api.events.listen
    const { status, headers, text } = await exchange(`${url}${path}?${search}`, sent, isEndless)
    if (status === 200 && endpoint.stream.length > 0) {
      assert.ok(endpoint.stream.includes(headers.get('content-type')!))
      assert.ok(isEndless || text.length > 0)
      return '200 stream'
    }
    if (status === 304) {
      assert.equal(text, '')
      return 304
    }
    const { code, message, data, ...rest } = JSON.parse(text)
    assert.deepEqual(rest, {}, 'nothing beside code, message and data')
    assert.equal(code, status === 200 ? 0 : status === 400 ? 1 : status)
    assert.equal(typeof message, 'string')
    assert.ok(status < 500, `${status} ${message}`)
    assert.ok(headers.get('x-request-id'))
    if (code === 0 && typeof data?.id === 'string' && known.length < 30)
      made.set(kindOf(endpoint), [...known, data.id])
    return `${status} ${message}`
  }
}

test(`${requests} random and hostile requests: never a 5xx, always the envelope, the same answer on both engines`, async (t) => {
  const [sqlite, postgres] = await Promise.all(
    (['sqlite', 'postgres'] as const).map(async (engine) => {
      const world = await startWorld(t, engine)
      return sender(world.url, world.admin.token)
    }),
  )
  const statuses = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(hostileRequest, async (request) => {
      const [one, other] = await Promise.all([sqlite!(request), postgres!(request)])
      assert.equal(one, other)
      const status = String(one).slice(0, 3)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
    { numRuns: requests, seed: 20_261_115, endOnFailure: true },
  )
  const seen = Object.fromEntries([...statuses].toSorted())
  t.diagnostic(JSON.stringify(seen))
  for (const status of ['200', '400', '401', '404', '409', '415']) {
    assert.ok((seen[status] ?? 0) > requests / 1000, `hardly any ${status}: ${JSON.stringify(seen)}`)
  }
})
