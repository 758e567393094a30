import { sign } from '../../outbound/signature.ts'
import type { SmsProvider } from '../provider.ts'
import type { SmsConfig } from '../sms-config.ts'
import { ask } from './ask.ts'

type HttpConfig = Extract<SmsConfig, { provider: 'http' }>

/** A gateway of the hospital's own: the message as JSON, signed as a webhook is. */
export const createHttpGateway = ({ url, secret }: HttpConfig, timeoutMs: number): SmsProvider => ({
  send({ id, phone, template, params, text }) {
    const body = JSON.stringify({ id, phone, template, params, text })
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'content-type': 'application/json',
      ...sign({ id, timestamp, body, secrets: [secret] }),
    }
    return ask({ url, headers, body, timeoutMs }, (status) =>
      status >= 200 && status < 300 ? { outcome: 'sent' } : undefined,
    )
  },
})
