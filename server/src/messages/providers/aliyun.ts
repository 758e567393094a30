import { createHash, createHmac, randomBytes } from 'node:crypto'
import { objectOf } from '../../outbound/post.ts'
import type { SmsProvider, SmsResult } from '../provider.ts'
import type { SmsConfig } from '../sms-config.ts'
import { ask, refused } from './ask.ts'

type AliyunConfig = Extract<SmsConfig, { provider: 'aliyun' }>

interface AliyunRequest {
  accessKeyId: string
  accessKeySecret: string
  path: string
  query: Record<string, string>
  /** In lower case: `host` and all that begin with `x-acs-`. */
  headers: Record<string, string>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** By RFC 3986, which leaves fewer characters as they are than JavaScript does. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const sortedKeys = (record: Record<string, string>) => Object.keys(record).sort()

export const canonicalQuery = (query: Record<string, string>) =>
  sortedKeys(query)
    .map((name) => `${encode(name)}=${encode(query[name]!)}`)
    .join('&')

/** The Authorization header of ACS3-HMAC-SHA256 for a POST without a body. */
export function signAliyun({ accessKeyId, accessKeySecret, path, query, headers }: AliyunRequest): string {
  const names = sortedKeys(headers)
  const signedHeaders = names.join(';')
  const canonicalRequest = [
    'POST',
    path,
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    signedHeaders,
    headers['x-acs-content-sha256'],
  ].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonicalRequest)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${signedHeaders},Signature=${signature}`
}

/** Dysmsapi SendSms, version 2017-05-25, whose parameters are documented as query parameters. */
export function createAliyun(config: AliyunConfig, timeoutMs: number): SmsProvider {
  const { accessKeyId, accessKeySecret, signName, endpoint } = config
  const { host, pathname: path } = new URL(endpoint)
  return {
    send({ id, phone, template, params }) {
      const query = {
        PhoneNumbers: phone,
        SignName: signName,
        TemplateCode: template,
        TemplateParam: JSON.stringify(params),
        OutId: id,
      }
      const headers = {
        host,
        'x-acs-action': 'SendSms',
        'x-acs-version': '2017-05-25',
        'x-acs-date': new Date().toISOString().replace(/\.\d+/, ''),
        'x-acs-signature-nonce': randomBytes(16).toString('hex'),
        'x-acs-content-sha256': sha256(''),
      }
      const authorization = signAliyun({ accessKeyId, accessKeySecret, path, query, headers })
      return ask(
        {
          url: `${new URL(endpoint).href}?${canonicalQuery(query)}`,
          headers: { ...headers, authorization },
          body: '',
          timeoutMs,
        },
        readAnswer,
      )
    },
  }
}

function readAnswer(_status: number, body: string): SmsResult | undefined {
  const { Code: code } = objectOf(body)
  if (typeof code !== 'string') return undefined
  return code === 'OK' ? { outcome: 'sent' } : refused(code)
}
