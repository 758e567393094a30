import * as z from 'zod'
import { endpoint, jsonBody, tooMany } from './endpoint.ts'
import { totpMessages } from './rules.ts'
import { maybe, text } from './text.ts'

export const adminMessages = {
  credentialsMissing: '用户名和密码不能为空',
  credentialsWrong: '用户名或密码错误',
  passwordsMissing: '原密码和新密码不能为空',
  passwordShort: '新密码长度至少 8 位',
  passwordSimple: '密码过于简单,请换一个',
  passwordWrong: '原密码错误',
  accountGone: '账号不存在',
}

export const minPasswordLength = 8

export const Admin = z.object({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  role: z.string(),
})
export type Admin = z.infer<typeof Admin>

const secret = (missing: string) => z.string(missing).min(1, missing)
const { credentialsMissing, passwordsMissing, passwordShort } = adminMessages

export const Login = jsonBody({
  username: text({ field: 'username', max: 64, required: true, missing: credentialsMissing }),
  password: secret(credentialsMissing),
  /** A code of the second factor, or a recovery code. */
  otp: maybe(text({ field: 'otp', max: 64 })),
})

/** Whether both are there is settled before how long the new one is. */
export const PasswordChange = jsonBody({
  oldPassword: secret(passwordsMissing),
  newPassword: secret(passwordsMissing),
}).refine(({ newPassword }) => [...newPassword].length >= minPasswordLength, passwordShort)

export const admins = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/admin/auth/login',
    auth: 'public',
    summary: '登录 · Log in',
    description:
      'Ten failed tries in 15 minutes for one user and address are the limit, and 60 in a minute for one address. Where the second factor is on, `otp` is a code or a recovery code; ten wrong ones in 15 minutes are the limit for an account.',
    message: '登录成功',
    limited: 'failedLogins',
    queued: true,
    body: Login,
    data: z.object({
      token: z.string(),
      admin: Admin,
      mustChangePassword: z.boolean(),
      /** Only where nothing else is allowed until the second factor is on. */
      mustEnableTotp: z.boolean().optional(),
    }),
    refuses: {
      401: [adminMessages.credentialsWrong, totpMessages.codeMissing, totpMessages.codeWrong],
    },
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/admin/auth/me',
    auth: 'admin',
    may: 'self',
    withTemporaryPassword: true,
    withoutTotp: true,
    summary: '当前账号 · The current account',
    description: 'The account that the token belongs to.',
    data: Admin,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v1/admin/auth/change-password',
    auth: 'token',
    withTemporaryPassword: true,
    withoutTotp: true,
    summary: '修改密码 · Change your password',
    description:
      'Ends every other session of the account; the token used here goes on. Wrong passwords are limited as for a login.',
    message: '密码修改成功',
    body: PasswordChange,
    refuses: {
      400: [adminMessages.passwordSimple, adminMessages.passwordWrong],
      404: [adminMessages.accountGone],
      429: [tooMany],
    },
  }),
}
