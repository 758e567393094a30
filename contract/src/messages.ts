import * as z from 'zod'
import { endpoint, jsonBody } from './endpoint.ts'
import { pageOf, paging } from './query.ts'
import { messageKinds, messageParams, messageStatuses, smsProviders, staleRecord } from './rules.ts'
import { clockTime, oneOf, text } from './text.ts'

const wrong = (field: string) => `${field} 格式不正确`
const clock = (field: string) => clockTime(wrong(field))

const kindSetting = (kind: string) =>
  z.object(
    {
      enabled: z.boolean(wrong(`${kind}.enabled`)),
      /** The provider's code of the template. */
      template: text({ field: `${kind}.template`, max: 100 }),
      params: z
        .array(z.enum(messageParams, wrong(`${kind}.params`)), wrong(`${kind}.params`))
        .refine((names) => new Set(names).size === names.length, wrong(`${kind}.params`)),
    },
    wrong(kind),
  )

const kinds = Object.fromEntries(messageKinds.map((kind) => [kind, kindSetting(kind)])) as Record<
  (typeof messageKinds)[number],
  ReturnType<typeof kindSetting>
>

export const MessageSettingsBody = jsonBody({
  ...kinds,
  reminderTime: clock('reminderTime'),
  quietFrom: clock('quietFrom'),
  quietTo: clock('quietTo'),
})
export type MessageSettings = z.output<typeof MessageSettingsBody>

/** As it is kept, and which provider the environment names. */
export const ShownMessageSettings = MessageSettingsBody.extend({ provider: z.enum(smsProviders) })
export type ShownMessageSettings = z.infer<typeof ShownMessageSettings>

export const Message = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  /** Always masked. */
  phone: z.string(),
  appointmentId: z.string(),
  status: z.enum(messageStatuses),
  tries: z.int(),
  error: z.string(),
  createdAt: z.string(),
  /** Empty until a provider took it. */
  sentAt: z.string(),
})
export type Message = z.infer<typeof Message>

export const MessageListQuery = z.object({
  appointmentId: text({ field: 'appointmentId', max: 64 }).optional(),
  status: oneOf('status', messageStatuses).optional(),
  kind: oneOf('kind', messageKinds).optional(),
  ...paging,
})
export type MessageListQuery = z.output<typeof MessageListQuery>

export const messages = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/messages',
    auth: 'admin',
    may: 'appointments.look',
    summary: '短信记录 · List messages to patients',
    description: 'Newest first, phone numbers masked, kept for 180 days.',
    query: MessageListQuery,
    data: pageOf(Message),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/admin/message-settings',
    auth: 'super',
    summary: '通知设置 · Message settings',
    tagged: true,
    description: 'Which messages patients get, by which template, and when. All are off at first.',
    data: ShownMessageSettings,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/message-settings',
    auth: 'super',
    summary: '修改通知设置 · Change the message settings',
    takesIfMatch: true,
    description: 'All of it. With If-Match it is refused where someone else has changed it meanwhile.',
    message: '更新成功',
    body: MessageSettingsBody,
    data: ShownMessageSettings,
    refuses: { 409: [staleRecord] },
  }),
}
