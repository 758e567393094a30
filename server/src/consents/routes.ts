import { api, consentMessages, leadFaults } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import { recordWithdrawal } from '../bookings/consents-store.ts'
import type { Deps } from '../deps.ts'
import { badRequest, notFound } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { findPolicy, listPolicies, publishPolicy, readPolicy, withdrawForPatient } from './store.ts'

export function consentRoutes(app: FastifyInstance, { db, time }: Deps) {
  route(app, api.privacyPolicy.read, async () => {
    const policy = await readPolicy(db, time)
    if (!policy) throw notFound()
    return policy
  })

  route(app, api.privacyPolicy.replace, ({ body, caller }) =>
    publishPolicy(db, time, body.text, caller.actor),
  )

  route(app, api.privacyPolicy.versions, () => listPolicies(db, time))

  route(app, api.privacyPolicy.version, async ({ params }) => {
    const policy = await findPolicy(db, time, params.version)
    if (!policy) throw notFound(consentMessages.versionGone)
    return policy
  })

  route(app, api.consents.withdraw, async ({ body: { phone, purposes }, caller }, request) => {
    if (!caller) return recordWithdrawal(db, time, app.phoneProof.proven(request), purposes, 'patient')
    if (!phone) throw badRequest(leadFaults.phoneMissing)
    return withdrawForPatient(db, time, { phone, purposes }, caller.actor)
  })
}
