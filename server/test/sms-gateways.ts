import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'

/** A request as it came over the wire. */
export interface Received {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: string
}

interface GatewayAnswer {
  status: number
  body: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
const json = (status: number, body: unknown): GatewayAnswer => ({ status, body: JSON.stringify(body) })

/** A query decoded and encoded again, byte by byte, so that how the caller encoded it does not count. */
function canonical3986(query: string): string {
  const encode = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => [String.fromCharCode(byte), byte] as const)
      .map(([char, byte]) =>
        /[A-Za-z0-9._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('')
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** Serves on loopback until the test ends; an answer of undefined ends the connection without one. */
export async function serveGateway(
  t: TestContext,
  answer: (request: Received) => GatewayAnswer | undefined | Promise<GatewayAnswer | undefined>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const [path = '', query = ''] = request.url!.split('?')
    const headers = request.headers as Record<string, string>
    const reply = await answer({ method: request.method!, path, query, headers, body })
    if (!reply) return request.socket.destroy()
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Takes what is signed as Aliyun's gateway wants it, and hands the parameters over. */
export function aliyunGateway(secret: string, take: (params: Record<string, string>) => string) {
  const nonces = new Set<string>()
  return ({ method, path, query, headers, body }: Received): GatewayAnswer => {
    const no = (code: string) =>
      json(400, { RequestId: 'r', HostId: headers.host, Code: code, Message: code })
    const form = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/
    const [, keyId, signed = '', signature] = form.exec(headers.authorization ?? '') ?? []
    if (keyId !== 'test-key-id') return no('InvalidAccessKeyId.NotFound')
    const mustBeSigned = Object.keys(headers).filter((name) => /^(host|content-type|x-acs-.+)$/.test(name))
    if (signed !== mustBeSigned.sort().join(';')) return no('IncompleteSignature')
    if (headers['x-acs-content-sha256'] !== sha256(body)) return no('SignatureDoesNotMatch')
    const canonical = [
      method,
      path,
      canonical3986(query),
      signed
        .split(';')
        .map((name) => `${name}:${headers[name]}\n`)
        .join(''),
      signed,
      sha256(body),
    ].join('\n')
    const expected = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).digest('hex')
    if (signature !== expected) return no('SignatureDoesNotMatch')
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(headers['x-acs-date']!))
      return no('InvalidTimeStamp.Format')
    if (Math.abs(Date.now() - Date.parse(headers['x-acs-date']!)) > 900_000)
      return no('InvalidTimeStamp.Expired')
    const nonce = headers['x-acs-signature-nonce']!
    if (nonces.has(nonce)) return no('SignatureNonceUsed')
    nonces.add(nonce)
    if (`${headers['x-acs-action']} ${headers['x-acs-version']}` !== 'SendSms 2017-05-25') {
      return no('InvalidAction.NotFound')
    }
    const code = take(Object.fromEntries(new URLSearchParams(query)))
    return json(200, { Code: code, Message: code, RequestId: 'r', ...(code === 'OK' && { BizId: 'b^0' }) })
  }
}

/** Takes what is signed as Tencent Cloud's gateway wants it. Its errors come with HTTP 200. */
export function tencentGateway(secretKey: string, take: (params: Record<string, unknown>) => string) {
  return ({ method, path, query, headers, body }: Received): GatewayAnswer => {
    const no = (code: string) =>
      json(200, { Response: { Error: { Code: code, Message: code }, RequestId: 'r' } })
    const form =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
    const [, id, date = '', signed = '', signature] = form.exec(headers.authorization ?? '') ?? []
    if (id !== 'test-secret-id') return no('AuthFailure.SecretIdNotFound')
    const names = signed.split(';')
    if (!names.includes('host') || !names.includes('content-type'))
      return no('AuthFailure.InvalidAuthorization')
    const timestamp = headers['x-tc-timestamp']!
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return no('AuthFailure.SignatureExpire')
    if (new Date(Number(timestamp) * 1000).toISOString().slice(0, 10) !== date) {
      return no('AuthFailure.SignatureFailure')
    }
    const canonicalHeaders = names.map((name) => `${name}:${headers[name]!.trim().toLowerCase()}\n`).join('')
    const canonical = [method, path, query, canonicalHeaders, signed, sha256(body)].join('\n')
    const text = `TC3-HMAC-SHA256\n${timestamp}\n${date}/sms/tc3_request\n${sha256(canonical)}`
    const ofDate = hmac(`TC3${secretKey}`, date).digest()
    const key = hmac(hmac(ofDate, 'sms').digest(), 'tc3_request').digest()
    if (signature !== hmac(key, text).digest('hex')) return no('AuthFailure.SignatureFailure')
    if (headers['x-tc-action'] !== 'SendSms') return no('InvalidAction')
    if (headers['x-tc-version'] !== '2021-01-11') return no('NoSuchVersion')
    if (!headers['x-tc-region']) return no('MissingParameter')
    const params = JSON.parse(body)
    const code = take({ ...params, region: headers['x-tc-region'] })
    if (code.startsWith('InternalError')) return no(code)
    const status = {
      SerialNo: 's',
      PhoneNumber: params.PhoneNumberSet[0],
      Fee: 1,
      SessionContext: '',
      Code: code,
    }
    return json(200, {
      Response: { SendStatusSet: [{ ...status, Message: code, IsoCode: 'CN' }], RequestId: 'r' },
    })
  }
}

/** A gateway of the hospital's own, which verifies with a Standard Webhooks library. */
export function ownGateway(secret: string, take: (message: Record<string, unknown>) => number) {
  return ({ headers, body }: Received): GatewayAnswer => {
    try {
      return json(take(new Webhook(secret).verify(body, headers) as Record<string, unknown>), {})
    } catch {
      return json(401, {})
    }
  }
}
