import {
  api,
  appointmentStatuses,
  appointmentStatusLabels,
  dayPartLabels,
  dayParts,
  departmentLabels,
  departments,
  labelled,
  leadSourceLabels,
  leadSources,
  limits,
} from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { version } from '../version.ts'

export function metaRoutes(app: FastifyInstance, { config }: Deps) {
  const { phoneProof, consent } = config.access
  route(app, api.meta.read, async () => ({
    version,
    timeZone: config.timeZone,
    departments: labelled(departments, departmentLabels),
    dayParts: labelled(dayParts, dayPartLabels),
    leadSources: labelled(leadSources, leadSourceLabels),
    appointmentStatuses: labelled(appointmentStatuses, appointmentStatusLabels),
    phoneProof,
    consent,
    limits,
  }))
}
