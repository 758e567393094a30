import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { recordExport } from '../db/audit.ts'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { cellsOf } from '../http/table.ts'
import { appointmentCells, appointmentHeader } from './sheet.ts'
import { countAppointments, countVisits, scanAppointments, searchAppointments } from './staff-list-store.ts'
import { masked } from './views.ts'

/** What staff asks beyond what patients may. */
export function staffRoutes(app: FastifyInstance, { db, reports, time }: Deps) {
  route(app, api.appointments.staffList, async ({ query }) => {
    const page = await searchAppointments(reports, time, query)
    return { ...page, list: page.list.map((one) => masked(one, query.masked)) }
  })

  route(app, api.appointments.calendar, ({ query }) => countVisits(reports, query.month))

  route(app, api.appointments.export, ({ query, caller }, _request, reply) => {
    const { format, ...filter } = query
    const name = `appointments-${time.dayOf(time.now())}`
    return app.exports.send(reply, { name, format }, async () => {
      const count = await countAppointments(reports, time, filter)
      await recordExport(db, time, 'appointment.export', query, count, caller.actor)
      const rows = cellsOf(scanAppointments(reports, time, filter), appointmentCells)
      return { header: appointmentHeader, rows }
    })
  })
}
