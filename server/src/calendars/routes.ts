import { Readable } from 'node:stream'
import {
  api,
  appointmentIdPattern,
  appointmentMessages,
  calendarMessages,
  calendarType,
} from '@zhenyue/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { calendarFile } from './ics.ts'
import { deleteCalendar, insertCalendar, listCalendars, readFeed, readVisit } from './store.ts'

function send(reply: FastifyReply, name: string, text: string) {
  reply.headers({ 'content-type': calendarType, 'content-disposition': `attachment; filename="${name}.ics"` })
  return Readable.from([Buffer.from(text)])
}

export function calendarRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.calendars.ofAppointment, async ({ params }, request, reply) => {
    const visit = appointmentIdPattern.test(params.id) ? await readVisit(db, time, params.id) : undefined
    if (!visit) {
      app.limits.unknownIds.count(request.ip)
      throw notFound(appointmentMessages.notFound)
    }
    return send(reply, 'visit', calendarFile([visit], { now: time.now() }))
  })

  route(app, api.calendars.feed, async ({ params }, request, reply) => {
    const token = /^([\w-]{32})\.ics$/.exec(params.token)?.[1]
    const feed = token && (await readFeed(reports, time, token))
    if (!feed) {
      app.limits.unknownIds.count(request.ip)
      throw notFound(calendarMessages.notFound)
    }
    return send(reply, 'calendar', calendarFile(feed.entries, { now: time.now(), name: feed.name }))
  })

  route(app, api.calendars.list, () => listCalendars(db, time))

  route(app, api.calendars.create, async ({ body, caller }) => {
    const calendar = await insertCalendar(db, time, body, caller.actor)
    if (!calendar) throw badRequest(calendarMessages.unknownExpert)
    return calendar
  })

  route(app, api.calendars.remove, async ({ params, caller }) => {
    if (!(await deleteCalendar(db, time, params.id, caller.actor))) throw notFound(calendarMessages.notFound)
    return { id: params.id }
  })
}
