import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { keyRoles } from './permissions.ts'
import { calendarDate, maybe, oneOf, text } from './text.ts'

export const apiKeyMessages = {
  notFound: '密钥不存在',
  nameTaken: '名称已存在',
  expired: 'expiresAt 不能早于今天',
}

export const ApiKeyCreate = jsonBody({
  name: text({ field: 'name', max: 50, required: true }),
  role: oneOf('role', keyRoles),
  /** The last day on which it works. */
  expiresAt: maybe(calendarDate('expiresAt 需为 YYYY-MM-DD 格式的有效日期')),
})
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  createdAt: z.string(),
  /** Empty until it is used; to within a minute. */
  lastUsedAt: z.string(),
  /** The last day on which it works; empty for no end. */
  expiresAt: z.string(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/api-keys',
    auth: 'super',
    summary: '密钥列表 · List API keys',
    description: 'In the order in which they were made.',
    data: z.array(ApiKey),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/api-keys',
    auth: 'super',
    summary: '新增密钥 · Make an API key',
    description:
      'For another system, which sends it as a bearer token and may do what its role may. Answers the key this once.',
    message: '创建成功',
    body: ApiKeyCreate,
    data: ApiKey.extend({ key: z.string() }),
    refuses: { 400: [apiKeyMessages.expired], 409: [apiKeyMessages.nameTaken] },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/api-keys/:id',
    auth: 'super',
    summary: '吊销密钥 · Revoke an API key',
    description: 'It is refused at once.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: { 404: [apiKeyMessages.notFound] },
  }),
}
