import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { readFunnel } from './store.ts'

export function funnelRoutes(app: FastifyInstance, { reports, time }: Deps) {
  route(app, api.funnel.read, ({ query }) => readFunnel(reports, time, query))
}
