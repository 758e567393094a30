import { api, staleRecord, type MessageSettings } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { conflict } from '../http/errors.ts'
import { isStale, tagRecord } from '../http/etag.ts'
import { route } from '../http/route.ts'
import { readSettings, saveSettings } from './settings-store.ts'
import { listMessages } from './store.ts'

export function messageRoutes(app: FastifyInstance, { db, reports, time, config }: Deps) {
  const { phoneProof } = config.access
  /** Where numbers are proven, codes are sent whatever is set. */
  const shown = ({ code, ...settings }: MessageSettings) => ({
    ...settings,
    code: phoneProof === 'off' ? code : { ...code, enabled: true },
    provider: config.sms.provider,
  })

  route(app, api.messages.list, ({ query }) => listMessages(reports, time, query))

  route(app, api.messages.settings, async (_input, _request, reply) =>
    shown(tagRecord(reply, await readSettings(db))),
  )

  route(app, api.messages.saveSettings, async ({ body, caller }, request, reply) => {
    const hasProvider = config.sms.provider !== 'none'
    const saved = await saveSettings(db, time, body, hasProvider, caller.actor, (current) =>
      isStale(request, current),
    )
    if (saved === 'stale') throw conflict(staleRecord)
    return shown(tagRecord(reply, saved))
  })
}
