import {
  allows,
  api,
  maskPhone,
  mostSlotDays,
  rangeTooLong,
  scheduleMessages as say,
  spansAtMost,
  staleRecord,
} from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { forgiveNoShows } from './blocks-store.ts'
import { masked } from '../bookings/views.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/auth.ts'
import { badRequest, conflict, notFound } from '../http/errors.ts'
import { etagOf, isStale } from '../http/etag.ts'
import { route } from '../http/route.ts'
import { appointmentMessages } from '@zhenyue/contract'
import { readAvailability } from './availability.ts'
import { insertClosure } from './close-slots-store.ts'
import { listClosures, readClosure } from './closures-store.ts'
import { reopenClosure } from './reopen-closure-store.ts'
import { moveAll, settleItem } from './settle-closure-store.ts'
import { listBlocks } from '../bookings/phone-limits-store.ts'
import { readRules } from '../bookings/rules-store.ts'
import { saveRules } from '../bookings/save-rules-store.ts'
import { slotsOf, toSlot } from '../bookings/slots-store.ts'
import { deleteSlot, insertSlot, refuseOtherDay, setPlaces } from './slots-store.ts'
import { addDays } from '../bookings/slot-times.ts'
import {
  deleteCalendarDay,
  deleteTemplate,
  insertTemplate,
  listCalendarDays,
  listTemplates,
  setCalendarDay,
  updateTemplate,
} from './templates-store.ts'
import { waitlistRoutes } from './waitlist-routes.ts'

export function scheduleRoutes(app: FastifyInstance, deps: Deps) {
  ruleRoutes(app, deps)
  slotRoutes(app, deps)
  waitlistRoutes(app, deps)
  closureRoutes(app, deps)
}

function ruleRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.bookingRules.read, () => readRules(db))

  route(app, api.bookingRules.replace, async ({ body, caller }, request, reply) => {
    const saved = await saveRules(db, time, body, caller.actor, (current) => isStale(request, current))
    if (saved === 'stale') throw conflict(staleRecord)
    reply.header('etag', etagOf(JSON.stringify(saved)))
    return saved
  })

  const missing = () => notFound(say.templateNotFound)
  route(app, api.templates.list, () => listTemplates(db))
  route(app, api.templates.create, ({ body, caller }) => insertTemplate(db, time, body, caller.actor))
  route(app, api.templates.update, async ({ params, body, caller }) => {
    const written = await updateTemplate(db, time, params.id, body, caller.actor)
    if (!written) throw missing()
    return written
  })
  route(app, api.templates.remove, async ({ params, caller }) => {
    const slots = await deleteTemplate(db, time, params.id, caller.actor)
    if (!slots) throw missing()
    return { id: params.id, slots }
  })

  route(app, api.calendarDays.list, ({ query }) => listCalendarDays(db, query))
  route(app, api.calendarDays.set, ({ params, body, caller }) => {
    const { kind, note, weekday } = body
    const day = { date: params.date, kind, weekday: kind === 'off' ? 0 : weekday!, note }
    return setCalendarDay(db, time, day, caller.actor)
  })
  route(app, api.calendarDays.remove, ({ params, caller }) =>
    deleteCalendarDay(db, time, params.date, caller.actor),
  )
}

/** `none` is 普通号. */
const doctorIn = (given: string | undefined) => (given === 'none' ? '' : given || undefined)

function slotRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  const missing = () => notFound(say.slotNotFound)
  /** The day whose slots someone may change, where not all. */
  const onlyDay = ({ admin }: Caller) => (allows(admin.role, 'manage') ? undefined : time.dayOf(time.now()))

  route(app, api.slots.list, async ({ query }) => {
    const from = query.from ?? time.dayOf(time.now())
    const to = query.to ?? addDays(from, 6)
    if (!spansAtMost(mostSlotDays, { from, to })) throw badRequest(rangeTooLong(mostSlotDays))
    const { departmentName } = query
    const rows = await slotsOf(reports, { from, to, departmentName, doctorId: doctorIn(query.doctorId) })
    return rows.map(toSlot)
  })
  route(app, api.slots.create, async ({ body, caller }) => {
    refuseOtherDay(body.date, onlyDay(caller))
    return insertSlot(db, time, body, caller.actor)
  })
  route(app, api.slots.update, async ({ params, body, caller }) => {
    const slot = await setPlaces(db, time, params.id, body.places, caller.actor, onlyDay(caller))
    if (!slot) throw missing()
    return slot
  })
  route(app, api.slots.remove, async ({ params, caller }) => {
    if (!(await deleteSlot(db, time, params.id, caller.actor, onlyDay(caller)))) throw missing()
    return { id: params.id }
  })

  route(app, api.availability.read, ({ query }) => readAvailability(db, time, query))

  route(app, api.blocks.list, async () => {
    const blocks = await listBlocks(reports, time, await readRules(db))
    return blocks.map((block) => Object.assign(block, { phone: maskPhone(block.phone) }))
  })
  route(app, api.blocks.lift, async ({ body, caller }) => {
    if (!(await forgiveNoShows(db, time, body, caller.actor))) throw notFound(appointmentMessages.notFound)
  })
}

function closureRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.closures.list, () => listClosures(reports, time))
  route(app, api.closures.create, ({ body, caller }) => insertClosure(db, time, body, caller.actor))
  const shown = <T extends { appointment: Parameters<typeof masked>[0] | null }>(
    item: T,
    isMasked: boolean | undefined,
  ): T => ({ ...item, appointment: item.appointment && masked(item.appointment, isMasked) })
  route(app, api.closures.detail, async ({ params, query }) => {
    const closure = await readClosure(db, time, params.id)
    return { ...closure, list: closure.list.map((item) => shown(item, query.masked)) }
  })
  route(app, api.closures.settle, async ({ params, query, body, caller }) =>
    shown(await settleItem(db, time, params.id, params.appointmentId, body, caller.actor), query.masked),
  )
  route(app, api.closures.moveAll, ({ params, body, caller }) =>
    moveAll(db, time, params.id, body, caller.actor),
  )
  route(app, api.closures.reopen, ({ params, caller }) => reopenClosure(db, time, params.id, caller.actor))
}
