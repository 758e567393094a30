import { api, hospitalMessages } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { inspectImages } from '../web/images.ts'
import { findHospital, listHospitals, updateHospital } from './store.ts'

export function hospitalRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.hospitals.list, () => listHospitals(db))

  route(app, api.hospitals.detail, async ({ params }) => {
    const hospital = await findHospital(db, params.id)
    if (!hospital) throw notFound(hospitalMessages.notFound)
    return hospital
  })

  route(app, api.hospitals.update, async ({ params, body, caller }) => {
    inspectImages(body)
    const hospital = await updateHospital(db, time, params.id, body, caller.actor)
    if (!hospital) throw notFound(hospitalMessages.notFound)
    return hospital
  })
}
