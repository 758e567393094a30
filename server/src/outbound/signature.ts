import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

/** Whether it is `whsec_` and the base64 of 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  if (!text.startsWith(prefix)) return false
  const unpadded = text.slice(prefix.length).replace(/=*$/, '')
  const key = Buffer.from(unpadded, 'base64')
  return key.length >= 24 && key.length <= 64 && key.toString('base64').replace(/=*$/, '') === unpadded
}

export interface Signed {
  id: string
  /** Seconds, of this try. */
  timestamp: number
  body: string
  /** The current one, and the former one while it still counts. */
  secrets: string[]
}

/** The headers of Standard Webhooks. */
export function sign({ id, timestamp, body, secrets }: Signed) {
  const signature = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signature).join(' '),
  }
}
