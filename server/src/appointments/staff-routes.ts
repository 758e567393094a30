import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { shownFilter } from '../export/shown-filter.ts'
import { tableOf } from '../export/table.ts'
import { route } from '../http/route.ts'
import { appointmentColumns } from './export-columns.ts'
import { countAppointments, countVisits, scanAppointments, searchAppointments } from './staff-list-store.ts'
import { masked } from '../bookings/views.ts'

/** What staff asks beyond what patients may. */
export function staffRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.appointments.staffList, async ({ query }) => {
    const page = await searchAppointments(reports, time, query)
    return { ...page, list: page.list.map((one) => masked(one, query.masked)) }
  })

  route(app, api.appointments.calendar, ({ query }) => countVisits(reports, query.month))

  route(app, api.appointments.export, ({ query, caller }, _request, reply) => {
    const { format, ...filter } = query
    const file = { name: 'appointments', title: '预约', day: time.dayOf(time.now()), format }
    return app.exports.send(reply, file, async () => {
      const count = await countAppointments(reports, time, filter)
      await recordExport(db, time, 'appointment.export', shownFilter(query), count, caller.actor)
      return tableOf(appointmentColumns, scanAppointments(reports, time, filter))
    })
  })
}
