import { api, hospitalMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { quickRoute } from '../http/route.ts'
import { findHospital, listHospitals } from './store.ts'

export function hospitalRoutes(app: FastifyInstance, { db }: Deps) {
  quickRoute(app, api.hospitals.list, () => listHospitals(db))

  quickRoute(app, api.hospitals.detail, async ({ params }) => {
    const hospital = await findHospital(db, params.id)
    if (!hospital) throw notFound(hospitalMessages.notFound)
    return hospital
  })
}
