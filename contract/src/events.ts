import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const eventMessages = { tooMany: '实时连接过多,请稍后再试' }

/** What stands in `data:` of an event; its name is `lead` or `appointment`. */
export const ChangeEvent = z.object({
  change: z.enum(['created', 'changed', 'deleted']),
  /** Empty where many records were erased at once. */
  id: z.string(),
  at: z.string(),
})
export type ChangeEvent = z.infer<typeof ChangeEvent>

export const events = {
  listen: endpoint({
    method: 'GET',
    path: '/api/v1/admin/events',
    auth: 'admin',
    may: 'appointments.look',
    summary: '实时事件 · Server-sent events',
    description:
      'An event `lead` or `appointment` for every change, within about a second, as `{ change, id, at }`; more than 200 new records in a second are not all told. A comment every 5 seconds says that the stream stands. It ends with the session.',
    stream: ['text/event-stream'],
    refuses: { 503: [eventMessages.tooMany] },
  }),
}
