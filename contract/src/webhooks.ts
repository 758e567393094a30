import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { pageOf, paging } from './query.ts'
import { eventTypes } from './rules.ts'
import { text, withDefault } from './text.ts'

export const webhookMessages = {
  notFound: 'Webhook 不存在',
  deliveryGone: '投递记录不存在',
  malformedUrl: 'url 需为 https:// 地址',
  privateUrl: 'url 不能指向内网地址',
}

const badTypes = `types 需为 ["*"] 或以下名称的数组:${eventTypes.join(' / ')}`
/** What a receiver wants to hear of: some events, or all. */
export const wantedTypes = z
  .array(z.enum([...eventTypes, '*'], badTypes), badTypes)
  .min(1, badTypes)
  .transform((types) => [...new Set(types)])
  .refine((types) => !types.includes('*') || types.length === 1, badTypes)

export const enabledFlag = withDefault(z.boolean('enabled 需为布尔值'), true)

export const WebhookBody = jsonBody({
  url: text({ field: 'url', max: 2000, required: true }),
  description: withDefault(text({ field: 'description', max: 200 }), ''),
  types: wantedTypes,
  enabled: enabledFlag,
})
export type WebhookBody = z.output<typeof WebhookBody>

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Empty until the first success. */
  lastSuccessAt: z.string(),
  /** When the last try that failed was, and why; empty where none has. */
  lastFailure: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookWithSecret = Webhook.extend({ secret: z.string() })

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export const Delivery = z.object({
  id: z.string(),
  /** The id of the event, which receivers see as `webhook-id`. */
  event: z.string(),
  type: z.string(),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  /** The HTTP status of the last answer; 0 where there was none. */
  lastStatus: z.int(),
  lastError: z.string(),
  /** Empty where no more will follow. */
  nextTryAt: z.string(),
  createdAt: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

/** What came back from a try by hand. */
export const TestResult = z.object({ status: z.int(), durationMs: z.int(), error: z.string() })
export type TestResult = z.infer<typeof TestResult>

const gone = { 404: [webhookMessages.notFound] }
const badUrl = { 400: [webhookMessages.malformedUrl, webhookMessages.privateUrl] }
const deliveryParams = z.object({ id: z.string(), deliveryId: z.string() })

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/webhooks',
    auth: 'super',
    summary: '列出 Webhook · List webhooks',
    description: 'In the order in which they were created.',
    data: z.array(Webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/webhooks',
    auth: 'super',
    summary: '新增 Webhook · Create a webhook',
    description:
      'Answers the secret this once. Calls are signed after Standard Webhooks and carry no data of patients.',
    message: '创建成功',
    body: WebhookBody,
    data: WebhookWithSecret,
    refuses: badUrl,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/webhooks/:id',
    auth: 'super',
    summary: '修改 Webhook · Change a webhook',
    description: 'All of it. What waits for a webhook that is enabled again is sent.',
    message: '更新成功',
    params: idParams,
    body: WebhookBody,
    data: Webhook,
    refuses: { ...badUrl, ...gone },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/webhooks/:id',
    auth: 'super',
    summary: '删除 Webhook · Delete a webhook',
    description: 'With its deliveries.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: gone,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: '/api/v1/admin/webhooks/:id/rotate-secret',
    auth: 'super',
    summary: '更换密钥 · Rotate the secret',
    description: 'Answers the new secret this once. For 24 hours both sign.',
    message: '密钥已更换',
    params: idParams,
    data: WebhookWithSecret,
    refuses: gone,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/admin/webhooks/:id/test',
    auth: 'super',
    summary: '发送测试 · Send a test',
    description: 'Sends `{ "type": "ping" }` now and answers what came back, without its body.',
    message: '测试已发送',
    params: idParams,
    data: TestResult,
    refuses: gone,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/v1/admin/webhooks/:id/deliveries',
    auth: 'super',
    summary: '投递记录 · List deliveries',
    description: 'Newest first, kept for 30 days.',
    params: idParams,
    query: z.object({ ...paging }),
    data: pageOf(Delivery),
    refuses: gone,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/v1/admin/webhooks/:id/deliveries/:deliveryId/replay',
    auth: 'super',
    summary: '重新发送 · Send again',
    description: 'The same event with the same id, as soon as may be.',
    message: '已重新发送',
    params: deliveryParams,
    data: Delivery,
    refuses: { 404: [webhookMessages.notFound, webhookMessages.deliveryGone] },
  }),
}
