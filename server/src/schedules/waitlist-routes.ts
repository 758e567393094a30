import {
  api,
  idempotencyMessages,
  maskPhone,
  scheduleMessages as say,
  type WaitlistEntry,
} from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { requireConsent } from '../bookings/consents-store.ts'
import { limitingPhones } from '../bookings/limit-phones.ts'
import { idempotent, usedForAnother } from '../db/idempotency.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import { idempotencyKey } from '../http/idempotency-key.ts'
import { route } from '../http/route.ts'
import {
  findWaiting,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  phoneWaiting,
  waitingOf,
} from './waitlist-store.ts'

export function waitlistRoutes(app: FastifyInstance, { db, reports, time, config }: Deps) {
  const missing = () => notFound(say.waitlistNotFound)

  route(app, api.waitlist.join, async ({ body }, request) => {
    requireConsent(config, body.consent, body.patientAge)
    const attempt = {
      operation: 'waitlist.join',
      key: idempotencyKey(request),
      body,
      phone: body.patientPhone,
    }
    const entry = await limitingPhones(app, request.ip, () =>
      idempotent<WaitlistEntry>(db, time, attempt, (db) => joinWaitlist(db, time, body)),
    )
    if (entry === usedForAnother) throw conflict(idempotencyMessages.usedForAnother)
    return entry!
  })
  route(app, api.waitlist.list, async ({ query, caller }, request) => {
    if (!caller) app.limits.readsByPhone.count(request.ip)
    if (query.phone) app.phoneProof.require(request, 'list', query.phone)
    return query.phone ? waitingOf(db, time, query.phone) : []
  })
  route(app, api.waitlist.detail, async ({ params }, request) => {
    const entry = await findWaiting(db, time, params.id)
    if (!entry) app.limits.unknownIds.count(request.ip)
    if (!entry) throw missing()
    return entry
  })
  route(app, api.waitlist.leave, async ({ params, caller }, request) => {
    if (app.phoneProof.isOn && !caller) {
      const phone = await phoneWaiting(db, params.id)
      if (phone) app.phoneProof.require(request, 'change', phone)
    }
    const entry = await leaveWaitlist(db, time, params.id, caller?.actor)
    if (!entry) app.limits.unknownIds.count(request.ip)
    if (!entry) throw missing()
    return entry
  })
  route(app, api.waitlist.staffList, async ({ query }) => {
    const rows = await listWaiting(reports, time, query.slotId)
    return query.masked
      ? rows.map((row) => Object.assign(row, { patientPhone: maskPhone(row.patientPhone) }))
      : rows
  })
}
