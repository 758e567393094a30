import { api, type Dashboard } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readDashboard } from './store.ts'

/** Milliseconds for which figures are good, and how much of the time may go into taking them. */
const leastAge = 3000
const share = 1 / 10

export function dashboardRoutes(app: FastifyInstance, { reports, time }: Deps) {
  let figures: Promise<Dashboard> | undefined
  let goodUntil = 0

  async function take(): Promise<Dashboard> {
    const began = performance.now()
    const taken = await readDashboard(reports, time)
    goodUntil = time.now() + Math.max(leastAge, (performance.now() - began) / share)
    return taken
  }

  route(app, api.dashboard.read, () => {
    if (!figures || time.now() >= goodUntil) {
      goodUntil = Infinity
      figures = take()
      figures.catch(() => (figures = undefined))
    }
    return figures
  })
}
