import { allows, api, leadSources, type Dashboard } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readDashboard } from './store.ts'

/** Milliseconds for which figures are good, and how much of the time may go into taking them. */
const leastAge = 3000
const share = 1 / 10

/** For those who have nothing to do with leads. */
const withoutLeads = (figures: Dashboard): Dashboard => ({
  ...figures,
  leadsLast24h: 0,
  days: figures.days.map((day) => ({ ...day, leads: 0 })),
  leadsBySource: Object.fromEntries(leadSources.map((source) => [source, 0])) as Dashboard['leadsBySource'],
  conversion: [],
})

export function dashboardRoutes(app: FastifyInstance, { reports, time }: Deps) {
  let figures: Promise<Dashboard> | undefined
  /** By the clock, which may be set back. */
  let good = { from: 0, until: 0 }

  async function take(): Promise<Dashboard> {
    const began = performance.now()
    const taken = await readDashboard(reports, time)
    const from = time.now()
    good = { from, until: from + Math.max(leastAge, (performance.now() - began) / share) }
    return taken
  }

  route(app, api.dashboard.read, async ({ caller }) => {
    const now = time.now()
    if (!figures || now < good.from || now >= good.until) {
      good = { from: -Infinity, until: Infinity }
      figures = take()
      figures.catch(() => (figures = undefined))
    }
    const taken = await figures
    return allows(caller.admin.role, 'leads.look') ? taken : withoutLeads(taken)
  })
}
