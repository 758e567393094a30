import { api, type Endpoint } from '@zhenyue/contract'
import { SignJWT } from 'jose'
import type { Drill, Scene } from '../drill.ts'
import { logIn, operations, query, tell, withToken, type Client } from './people.ts'

interface Forging {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: Uint8Array
}

/** Signs what a good token says, but for some changes: each forgery has one fault only. */
function forger(good: string, secret: Uint8Array) {
  const claims = JSON.parse(Buffer.from(good.split('.')[1]!, 'base64url').toString())
  return ({ claims: changes, header, key = secret }: Forging = {}) =>
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(key)
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function revokedToken(admin: Client, url: string): Promise<string> {
  const { token, call } = await logIn(url)
  const own = (await call(api.sessions.list)).find((session) => session.current)!
  await admin.call(api.sessions.end, { params: { id: own.id } })
  return token
}

async function tokenOfDeleted(scene: Scene, admin: Client, url: string): Promise<string> {
  const who = { username: 'leaver', password: 'a password of someone who leaves' }
  await admin.call(api.accounts.create, { body: { ...who, role: 'super' } })
  const { token } = await logIn(url, who)
  await query(scene, `delete from admins where username = 'leaver'`)
  return token
}

async function badTokensOf(scene: Scene, admin: Client, url: string) {
  const secret = Buffer.from(scene.env['JWT_SECRET']!)
  const { token } = admin
  const forge = forger(token, secret)
  const now = Math.floor(Date.now() / 1000)
  const [, claims, signature] = token.split('.')
  const foreign = Buffer.alloc(32, 'k')
  await withToken(url, await forge()).call(api.admins.me)
  return {
    none: undefined,
    'alg none': `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
    'alg swapped': await forge({ header: { alg: 'HS512' } }),
    'wrong key': await forge({ key: foreign }),
    expired: await forge({ claims: { exp: now - 1 } }),
    'not yet valid': await forge({ claims: { nbf: now + 600 } }),
    'wrong issuer': await forge({ claims: { iss: 'other' } }),
    'wrong audience': await forge({ claims: { aud: 'other' } }),
    'no subject': await forge({ claims: { sub: undefined } }),
    revoked: await revokedToken(admin, url),
    'deleted account': await tokenOfDeleted(scene, admin, url),
    truncated: token.slice(0, -2),
    'extra part': `${token}.${signature}`,
    'embedded jwk': await forge({
      key: foreign,
      header: { jwk: { kty: 'oct', k: foreign.toString('base64url') } },
    }),
  }
}

/** Lawful where the token were good, and about nothing that exists. */
const bodyOf = (endpoint: Endpoint) =>
  endpoint === api.admins.changePassword
    ? { oldPassword: 'not the old one', newPassword: 'some other password' }
    : {}

async function answerTo(url: string, endpoint: Endpoint, token: string | undefined): Promise<string> {
  const response = await fetch(url + endpoint.path.replace(/:\w+/g, 'none-1'), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(endpoint.method !== 'GET' && { body: JSON.stringify(bodyOf(endpoint)) }),
  })
  // What is let in may be a stream that never ends.
  if (response.ok) await response.body?.cancel()
  return response.ok ? `${response.status}` : `${response.status} ${await response.text()}`
}

const refused = '401 {"code":401,"message":"未登录或登录已过期"}'
const accountGone = '404 {"code":404,"message":"账号不存在"}'

export const badTokens: Drill = {
  title: 'every protected route with 14 kinds of bad token',
  engines: ['sqlite', 'postgres'],
  quickOn: 'sqlite',
  breakage: [
    { file: 'admins/token.ts', from: '      algorithms: [algorithm],\n', to: '' },
    { file: 'admins/token.ts', from: '      audience,\n      typ', to: '      typ' },
    { file: 'admins/routes.ts', from: '!admin || stands ?', to: '!admin || claims ?' },
  ],
  async run(scene) {
    const service = await scene.serve()
    const admin = await logIn(service.url)
    const tokens = Object.entries(await badTokensOf(scene, admin, service.url))
    const routes = operations.filter(([, { auth }]) => auth !== 'public')
    const admitted: Record<string, string[]> = {}
    let requests = 0
    for (const [kind, token] of tokens) {
      for (const [name, endpoint] of routes) {
        if (kind === 'none' && endpoint.auth === 'optional') continue
        const isForGone = kind === 'deleted account' && endpoint === api.admins.changePassword
        const answer = await answerTo(service.url, endpoint, token)
        requests++
        if (answer !== (isForGone ? accountGone : refused)) {
          ;(admitted[kind] ??= []).push(`${name} (${answer.slice(0, 40)})`)
        }
      }
    }
    // The token that all of them were made from is still good.
    await admin.call(api.admins.me)
    await service.stop()
    return {
      done: `${requests} requests to ${routes.length} routes, ${tokens.length} kinds`,
      lost: tell(Object.entries(admitted).map(([kind, at]) => `${kind} at ${at.length} routes, as ${at[0]}`)),
      fine: Object.keys(admitted).length === 0 && routes.length > 40 && tokens.length === 14,
    }
  },
}
