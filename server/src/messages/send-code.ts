import { randomUUID } from 'node:crypto'
import type { MessageParam } from '@zhenyue/contract'
import type { Deps } from '../deps.ts'
import { createSmsProvider } from './provider.ts'
import { readSettings } from './settings-store.ts'
import { hospitalOf } from './store.ts'

/** Sends a code at once; it is kept nowhere. Answers what became of it. */
export function codeSender({ db, config }: Deps) {
  const provider = createSmsProvider(config.sms)

  return async (phone: string, code: string): Promise<string> => {
    if (!provider) return 'dropped'
    const { template, params } = (await readSettings(db)).code
    const hospital = await hospitalOf(db)
    const values: Partial<Record<MessageParam, string>> = {
      code,
      hospital: hospital?.name ?? '',
      phone: hospital?.phone ?? '',
    }
    const names = params.length > 0 ? params : (['code'] as const)
    const { outcome } = await provider.send({
      id: `code-${randomUUID()}`,
      phone,
      template: template || config.access.codeTemplate,
      params: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])),
      text: `【${hospital?.name ?? ''}】您的验证码是 ${code}，5 分钟内有效。请不要告诉任何人。`,
    })
    return outcome
  }
}
