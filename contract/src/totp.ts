import * as z from 'zod'
import { endpoint, jsonBody, tooMany } from './endpoint.ts'
import { totpMessages as say } from './rules.ts'
import { text } from './text.ts'

const password = z.string(say.passwordMissing).min(1, say.passwordMissing)
const code = text({ field: 'code', max: 64, required: true, missing: say.codeMissing })

/** How many recovery codes there are. */
export const recoveryCodes = 10

const own = {
  path: '/api/v1/admin/auth/totp',
  auth: 'admin',
  may: 'self',
  withoutTotp: true,
} as const

export const totp = {
  begin: endpoint({
    ...own,
    method: 'POST',
    summary: '获取动态验证码密钥 · Begin with a second factor',
    description:
      'Answers a new secret, to be typed or shown as a QR code of `uri` to an authenticator app. It counts once a code of it was sent by PUT.',
    body: jsonBody({ password }),
    data: z.object({ secret: z.string(), uri: z.string() }),
    refuses: { 400: [say.passwordWrong], 409: [say.isOn], 429: [tooMany] },
  }),
  enable: endpoint({
    ...own,
    method: 'PUT',
    summary: '开启动态验证码 · Switch the second factor on',
    description: `Answers ${recoveryCodes} recovery codes this once; each can stand for a code one time.`,
    message: '更新成功',
    body: jsonBody({ code }),
    data: z.object({ recoveryCodes: z.array(z.string()) }),
    refuses: { 400: [say.codeWrong], 409: [say.isOn, say.notBegun], 429: [tooMany] },
  }),
  disable: endpoint({
    ...own,
    method: 'DELETE',
    summary: '关闭动态验证码 · Switch the second factor off',
    description: 'With the password and a code, or a recovery code.',
    message: '删除成功',
    body: jsonBody({ password, code }),
    refuses: { 400: [say.passwordWrong, say.codeWrong], 409: [say.isOff], 429: [tooMany] },
  }),
}
