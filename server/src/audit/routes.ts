import { api } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { listAudit } from './store.ts'

export function auditRoutes(app: FastifyInstance, { reports, time }: Deps) {
  route(app, api.audit.list, ({ query }) => listAudit(reports, time, query))
}
