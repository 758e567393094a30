import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { appointmentStatuses, departments, leadSources } from './rules.ts'

const count = z.int()
const byStatus = z.record(z.enum(appointmentStatuses), count)

export const Dashboard = z.object({
  /** When these figures were taken; they are kept for a few seconds, with very many rows for longer. */
  generatedAt: z.string(),
  /** Visits dated today. */
  today: z.object({ date: z.string(), byStatus }),
  pending: count,
  leadsLast24h: count,
  /** What came in on each local day, oldest first; the last is today. */
  days: z.array(z.object({ date: z.string(), leads: count, appointments: count })),
  leadsBySource: z.record(z.enum(leadSources), count),
  appointmentsByStatus: byStatus,
  /** Visits dated within the same days that are not cancelled. Monday is 1, Sunday 7. */
  visitsByWeekday: z.array(z.object({ departmentName: z.enum(departments), weekday: z.int(), count })),
  /** Leads whose phone number has any appointment. */
  conversion: z.array(z.object({ source: z.enum(leadSources), leads: count, converted: count })),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboardDays = 90

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/admin/dashboard',
    auth: 'admin',
    may: 'appointments.look',
    summary: '工作台 · Figures for the workbench',
    description: `All figures of the workbench in one: today, the last ${dashboardDays} days, and totals. They are as old as \`generatedAt\` says.`,
    data: Dashboard,
  }),
}
