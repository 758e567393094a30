import { isWebAddress, parseBase } from '../outbound/address-rules.ts'
import { isSecret } from '../outbound/signature.ts'
import { StartError } from '../start-error.ts'

export type SmsConfig =
  | { provider: 'none' }
  | { provider: 'aliyun'; accessKeyId: string; accessKeySecret: string; signName: string; endpoint: string }
  | {
      provider: 'tencent'
      secretId: string
      secretKey: string
      appId: string
      signName: string
      region: string
      endpoint: string
    }
  | { provider: 'http'; url: string; secret: string }

const providers = ['none', 'aliyun', 'tencent', 'http']

/** What the variables that begin with SMS_ say; those of another provider are not looked at. */
export function readSmsConfig(env: Record<string, string | undefined>): SmsConfig {
  const read = (name: string) => env[name]?.trim() || undefined
  const provider = read('SMS_PROVIDER') ?? 'none'
  if (!providers.includes(provider)) {
    throw new StartError(`SMS_PROVIDER 仅支持 ${providers.join(' / ')} (is not one of these)`)
  }

  function required(name: string): string {
    const value = read(name)
    if (!value) {
      throw new StartError(`${name} 在 SMS_PROVIDER=${provider} 时必填 (is required with this provider)`)
    }
    return value
  }

  const noAddress = (name: string) =>
    new StartError(`${name} 需为 http:// 或 https:// 地址 (is not an http or https address)`)

  function endpoint(fallback: string): string {
    const base = parseBase(read('SMS_ENDPOINT') ?? fallback)
    if (!base) throw noAddress('SMS_ENDPOINT')
    return base
  }

  if (provider === 'aliyun') {
    return {
      provider,
      accessKeyId: required('SMS_ACCESS_KEY_ID'),
      accessKeySecret: required('SMS_ACCESS_KEY_SECRET'),
      signName: required('SMS_SIGN_NAME'),
      endpoint: endpoint('https://dysmsapi.aliyuncs.com'),
    }
  }
  if (provider === 'tencent') {
    return {
      provider,
      secretId: required('SMS_SECRET_ID'),
      secretKey: required('SMS_SECRET_KEY'),
      appId: required('SMS_APP_ID'),
      signName: required('SMS_SIGN_NAME'),
      region: read('SMS_REGION') ?? 'ap-guangzhou',
      endpoint: endpoint('https://sms.tencentcloudapi.com'),
    }
  }
  if (provider === 'http') {
    const url = required('SMS_URL')
    if (!isWebAddress(url)) throw noAddress('SMS_URL')
    const secret = required('SMS_SECRET')
    if (!isSecret(secret)) {
      throw new StartError(
        'SMS_SECRET 需为 whsec_ 加 24-64 字节的 base64 (is not whsec_ and the base64 of 24 to 64 bytes)',
      )
    }
    return { provider, url, secret }
  }
  return { provider: 'none' }
}
