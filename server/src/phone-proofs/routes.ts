import { randomBytes, randomInt } from 'node:crypto'
import { api, phoneProofMessages as say } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { badRequest, conflict, Refusal } from '../http/errors.ts'
import { networkOf } from '../http/limits.ts'
import { route } from '../http/route.ts'
import { budgetWait, insertProof, isKnown, takeFromBudget, takeTry, useProof } from './store.ts'

const minute = 60_000
const codeLife = 5 * minute
const tokenLife = 30 * minute

/** Answers what became of it. */
export type SendCode = (phone: string, code: string) => Promise<string>

const tooMany = (wait: number) => new Refusal(429, say.tooMany, Math.ceil(wait / 1000))

export function phoneProofRoutes(app: FastifyInstance, { db, time, config }: Deps, sendCode: SendCode) {
  const { codeBudget } = config.access
  const sending = new Set<Promise<void>>()
  app.addHook('preClose', async () => void (await Promise.all(sending)))

  async function send(phone: string, code: string) {
    if (!(await isKnown(db, phone)) || !(await takeFromBudget(db, codeBudget, time.now()))) return
    app.told('code', await sendCode(phone, code))
  }

  /** Once the answer is out: how long it takes must not tell whether the number is known. */
  function sendLater(phone: string, code: string) {
    setImmediate(() => {
      const work = send(phone, code)
        .catch((error) => app.log.error({ err: error }, 'sending a code failed'))
        .finally(() => sending.delete(work))
      sending.add(work)
    })
  }

  route(app, api.phoneProofs.send, async ({ body: { phone } }, request, reply) => {
    if (!app.phoneProof.isOn) throw conflict(say.off)
    const now = time.now()
    const budget = await budgetWait(db, codeBudget, now)
    if (budget > 0) throw tooMany(budget)
    const id = `proof-${randomBytes(18).toString('base64url')}`
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const proof = { id, phone, codeDigest: app.phoneProof.digest(id, code), expiresAt: now + codeLife }
    const wait = await insertProof(db, proof, { network: networkOf(request.ip), now })
    if (wait > 0) throw tooMany(wait)
    reply.raw.once('close', () => sendLater(phone, code))
    return { id, expiresAt: time.show(proof.expiresAt), resendAt: time.show(now + minute) }
  })

  route(app, api.phoneProofs.verify, async ({ params: { id }, body: { code } }) => {
    const now = time.now()
    const tried = await takeTry(db, id, now)
    if (!tried) throw badRequest(say.over)
    if (!app.phoneProof.isCode(id, code, tried.code_digest)) throw badRequest(say.wrong)
    if (!(await useProof(db, id))) throw badRequest(say.over)
    const expiresAt = now + tokenLife
    return { token: app.phoneProof.tokenFor(tried.phone, expiresAt), expiresAt: time.show(expiresAt) }
  })
}
