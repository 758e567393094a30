import { createAliyun } from './providers/aliyun.ts'
import { createHttpGateway } from './providers/http.ts'
import { createTencent } from './providers/tencent.ts'
import type { SmsConfig } from './sms-config.ts'

export interface SmsMessage {
  id: string
  /** Eleven digits, of mainland China. */
  phone: string
  /** The provider's code of the template. */
  template: string
  /** In the order of the settings. */
  params: Record<string, string>
  text: string
}

export type SmsResult =
  | { outcome: 'sent' }
  /** It was not taken, and may be tried again. */
  | { outcome: 'refused'; error: string }
  /** It may have been taken. */
  | { outcome: 'unknown'; error: string }

export interface SmsProvider {
  send(message: SmsMessage): Promise<SmsResult>
}

/** Nothing where no provider is configured. */
export function createSmsProvider(config: SmsConfig, timeoutMs = 10_000): SmsProvider | undefined {
  switch (config.provider) {
    case 'none':
      return undefined
    case 'aliyun':
      return createAliyun(config, timeoutMs)
    case 'tencent':
      return createTencent(config, timeoutMs)
    case 'http':
      return createHttpGateway(config, timeoutMs)
  }
}
