import assert from 'node:assert/strict'
import { api, type Endpoint } from '@zhenyue/contract'
import { testOnBoth } from './world.ts'

const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))

testOnBoth('every protected operation answers 401 before it looks at anything else', async ({ url }) => {
  const guarded = operations.filter(({ auth }) => auth === 'admin' || auth === 'token')
  assert.ok(guarded.length >= 29)
  for (const { method, path } of guarded) {
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer nonsense',
      'Basic YWRtaW46YWRtaW4=',
      'bearer a b',
    ]) {
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'text/plain', ...(authorization && { authorization }) },
        ...(method !== 'GET' && { body: '{"bad json' }),
      })
      assert.deepEqual(
        [response.status, await response.json()],
        [401, { code: 401, message: '未登录或登录已过期' }],
        `${method} ${path} ${authorization}`,
      )
    }
  }
})

testOnBoth('a 401 comes before a large body is read', async ({ url }) => {
  const response = await fetch(`${url}/api/v1/uploads/image`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"base64":"${'A'.repeat(5_000_000)}"}`,
  }).catch(() => undefined)
  // The service may close the connection while the rest is still being sent.
  if (response) assert.equal(response.status, 401)
})

testOnBoth('public operations ignore the header, the appointment ones do not', async ({ url }) => {
  const headers = { authorization: 'Bearer nonsense' }
  for (const { method, path, auth } of operations) {
    if (auth !== 'public' && auth !== 'optional') continue
    const response = await fetch(url + path, { method, headers })
    assert.equal(response.status === 401, auth === 'optional', `${method} ${path} ${response.status}`)
  }
})
