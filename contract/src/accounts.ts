import * as z from 'zod'
import { Admin, adminMessages, minPasswordLength } from './admins.ts'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { roles } from './permissions.ts'
import { totpMessages } from './rules.ts'
import { maybe, oneOf, text, withDefault } from './text.ts'

export const usernamePattern = /^[\p{L}\p{N}_.@-]{1,64}$/u

export const accountMessages = {
  usernameTaken: '用户名已存在',
  usernameWrong: '用户名需为 1-64 位文字、数字或 _ . @ -',
  notYourself: '不能停用自己的账号或修改自己的角色',
  lastSuper: '至少需要保留一个启用的超级管理员',
  sessionGone: '会话不存在',
}

const nickname = text({ field: 'nickname', max: 50 })
const role = oneOf('role', roles)
const password = z
  .string('password 需为字符串')
  .refine((value) => [...value].length >= minPasswordLength, adminMessages.passwordShort)

export const AccountCreate = jsonBody({
  username: z
    .string('用户名必填')
    .trim()
    .min(1, '用户名必填')
    .regex(usernamePattern, accountMessages.usernameWrong),
  nickname: withDefault(nickname, ''),
  role: withDefault(role, 'admin'),
  password: maybe(password),
})
export type AccountCreate = z.output<typeof AccountCreate>

export const AccountChange = jsonBody({
  nickname: maybe(nickname),
  role: maybe(role),
  enabled: maybe(z.boolean('enabled 需为布尔值')),
})
export type AccountChange = z.output<typeof AccountChange>

export const Account = Admin.extend({
  enabled: z.boolean(),
  mustChangePassword: z.boolean(),
  hasTotp: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Empty until the first login. */
  lastLoginAt: z.string(),
})
export type Account = z.infer<typeof Account>

export const Session = z.object({
  id: z.string(),
  username: z.string(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** The one that this request was made with. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const gone = { 404: [adminMessages.accountGone] }

/** The account that asks, with what its own page needs. */
export const OwnAccount = Account.extend({
  sessionId: z.string(),
  /** When this session ends by itself. */
  expiresAt: z.string(),
  minPasswordLength: z.int(),
})
export type OwnAccount = z.infer<typeof OwnAccount>

export const accounts = {
  own: endpoint({
    method: 'GET',
    path: '/api/v1/admin/auth/account',
    auth: 'admin',
    may: 'self',
    withTemporaryPassword: true,
    summary: '我的账号 · Your account',
    description:
      'More than `me` tells: whether the password has to be changed, its rules, and when the session ends.',
    data: OwnAccount,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/accounts',
    auth: 'super',
    summary: '账号列表 · List accounts',
    description: 'All administrators, in the order in which they were created.',
    data: z.array(Account),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/accounts',
    auth: 'super',
    summary: '新增账号 · Create an account',
    description:
      'Without a password one is made up, answered this once, and has to be changed before anything else.',
    message: '创建成功',
    body: AccountCreate,
    data: z.object({ account: Account, password: z.string().optional() }),
    refuses: { 400: [adminMessages.passwordSimple], 409: [accountMessages.usernameTaken] },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/accounts/:id',
    auth: 'super',
    summary: '修改账号 · Change an account',
    description: 'Name, role, or whether it may log in. Disabling ends its sessions.',
    message: '更新成功',
    params: idParams,
    body: AccountChange,
    data: Account,
    refuses: { ...gone, 409: [accountMessages.notYourself, accountMessages.lastSuper] },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/v1/admin/accounts/:id/reset-password',
    auth: 'super',
    summary: '重置密码 · Reset a password',
    description: 'Answers a new password this once and ends all sessions of the account.',
    message: '密码已重置',
    params: idParams,
    data: z.object({ password: z.string() }),
    refuses: gone,
  }),
}

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/sessions',
    auth: 'admin',
    may: 'self',
    summary: '登录设备 · List sessions',
    description: 'Your own; with the role super those of all accounts.',
    data: z.array(Session),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/sessions/:id',
    auth: 'admin',
    may: 'self',
    withTemporaryPassword: true,
    withoutTotp: true,
    summary: '让设备下线 · End a session',
    description:
      'Its token is refused at once. Ending your own, which is also called `current`, logs you out; before a temporary password is changed or a second factor is on that has to be, that is the only one.',
    message: '已结束会话',
    params: idParams,
    data: idParams,
    refuses: { 403: ['请先修改密码', totpMessages.needed], 404: [accountMessages.sessionGone] },
  }),
}
