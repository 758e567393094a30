import { createHash, createHmac } from 'node:crypto'
import { objectOf } from '../../outbound/post.ts'
import type { SmsProvider, SmsResult } from '../provider.ts'
import type { SmsConfig } from '../sms-config.ts'
import { ask, refused } from './ask.ts'

type TencentConfig = Extract<SmsConfig, { provider: 'tencent' }>

interface TencentRequest {
  secretId: string
  secretKey: string
  service: string
  host: string
  path: string
  action: string
  /** Seconds. */
  timestamp: number
  body: string
}

const contentType = 'application/json; charset=utf-8'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The Authorization header of TC3-HMAC-SHA256 for a POST of JSON. */
export function signTencent(request: TencentRequest): string {
  const { secretId, secretKey, service, host, path, action, timestamp, body } = request
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const signedHeaders = 'content-type;host;x-tc-action'
  const canonicalRequest = [
    'POST',
    path,
    '',
    `content-type:${contentType}`,
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonicalRequest)].join('\n')
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, text).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

/** SendSms, version 2021-01-11. */
export function createTencent(config: TencentConfig, timeoutMs: number): SmsProvider {
  const { secretId, secretKey, appId, signName, region, endpoint } = config
  const { host, pathname: path } = new URL(endpoint)
  return {
    send({ id, phone, template, params }) {
      const timestamp = Math.floor(Date.now() / 1000)
      const action = 'SendSms'
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: appId,
        SignName: signName,
        TemplateId: template,
        TemplateParamSet: Object.values(params),
        SessionContext: id,
      })
      const authorization = signTencent({
        secretId,
        secretKey,
        service: 'sms',
        host,
        path,
        action,
        timestamp,
        body,
      })
      const headers = {
        host,
        'content-type': contentType,
        'x-tc-action': action,
        'x-tc-version': '2021-01-11',
        'x-tc-timestamp': String(timestamp),
        'x-tc-region': region,
        authorization,
      }
      return ask({ url: endpoint, headers, body, timeoutMs }, readAnswer)
    },
  }
}

/** Errors after which Tencent itself does not know whether the message went out. */
const notKnown = ['InternalError.Timeout', 'InternalError.SendAndRecvFail']

function readAnswer(_status: number, body: string): SmsResult | undefined {
  const { Response: response } = objectOf(body) as {
    Response?: { Error?: { Code?: unknown }; SendStatusSet?: { Code?: unknown }[] }
  }
  const code = response?.Error?.Code ?? response?.SendStatusSet?.[0]?.Code
  if (typeof code !== 'string') return undefined
  if (notKnown.includes(code)) return { outcome: 'unknown', error: code }
  return code === 'Ok' ? { outcome: 'sent' } : refused(code)
}
