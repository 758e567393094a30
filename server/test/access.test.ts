import assert from 'node:assert/strict'
import { request } from 'node:http'
import { api, type Auth, type Endpoint } from '@zhenyue/contract'
import { strictClient, testOnBoth, type World } from './world.ts'

const operations = Object.values(api).flatMap((group) => Object.values(group as Record<string, Endpoint>))

type Decision = 'let in' | 'not logged in' | 'not allowed'
const callers = ['anonymous', 'bad token', 'admin', 'super'] as const

const decisions: Record<Auth, Record<(typeof callers)[number], Decision>> = {
  public: { anonymous: 'let in', 'bad token': 'let in', admin: 'let in', super: 'let in' },
  optional: { anonymous: 'let in', 'bad token': 'not logged in', admin: 'let in', super: 'let in' },
  token: { anonymous: 'not logged in', 'bad token': 'not logged in', admin: 'let in', super: 'let in' },
  admin: { anonymous: 'not logged in', 'bad token': 'not logged in', admin: 'let in', super: 'let in' },
  super: { anonymous: 'not logged in', 'bad token': 'not logged in', admin: 'not allowed', super: 'let in' },
}

const badTokens = ['Bearer', 'Bearer nonsense', 'Basic YWRtaW46YWRtaW4=', 'bearer a b']

/** An administrator with the role `admin`. */
async function tokenOfNurse({ admin, anonymous }: World) {
  const body = { username: 'nurse', password: 'a colleague has this' }
  await admin.call(api.accounts.create, { body: { ...body, role: 'admin' } })
  return (await anonymous.call(api.admins.login, { body })).token
}

/** Sends what no operation with a body takes, so that nothing is done: whoever is let in hears of the body. */
async function decide(url: string, { method, path, stream }: Endpoint, authorization: string | undefined) {
  const leave = new AbortController()
  const response = await fetch(url + path, {
    method,
    signal: leave.signal,
    headers: { 'content-type': 'text/plain', ...(authorization && { authorization }) },
    ...(method !== 'GET' && { body: '{"bad json' }),
  })
  const { status } = response
  if (stream.length > 0 && status === 200) {
    leave.abort()
    return 'let in'
  }
  const { code, message } = (await response.json()) as { code: number; message: string }
  if (status === 401) {
    assert.deepEqual([code, message], [401, '未登录或登录已过期'])
    return 'not logged in'
  }
  if (status === 403) {
    assert.deepEqual([code, message], [403, '无权限'])
    return 'not allowed'
  }
  assert.notEqual(message, '接口不存在')
  assert.ok(method === 'GET' ? [200, 400, 404].includes(status) : status === 415, `${status} ${message}`)
  return 'let in'
}

testOnBoth('who may call is decided before anything else is looked at', async (world) => {
  const { url, admin } = world
  const nurse = await tokenOfNurse(world)
  const headers: Record<(typeof callers)[number], (string | undefined)[]> = {
    anonymous: [undefined],
    'bad token': badTokens,
    admin: [`Bearer ${nurse}`],
    super: [`Bearer ${admin.token}`],
  }
  assert.ok(operations.length >= 70)
  for (const auth of Object.keys(decisions))
    assert.ok(
      operations.some((one) => one.auth === auth),
      auth,
    )
  for (const operation of operations) {
    for (const caller of callers) {
      for (const authorization of headers[caller]) {
        const decision = await decide(url, operation, authorization)
        const who = `${operation.method} ${operation.path}: ${caller} ${authorization}`
        assert.equal(decision, decisions[operation.auth][caller], who)
      }
    }
  }
  await strictClient(url, nurse).call(api.admins.me)
})

testOnBoth('a 401 comes before a large body is read', async ({ url }) => {
  const body = '{"base64":"'
  const sending = request(`${url}/api/v1/uploads/image`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 4_000_000 },
  })
  // The rest is never sent.
  sending.write(body)
  const status = await new Promise((answered, failed) => {
    sending.once('response', (response) => answered(response.statusCode))
    sending.once('error', failed)
  })
  sending.destroy()
  assert.equal(status, 401)
})
