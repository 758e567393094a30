import { api, totpMessages as say } from '@zhenyue/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/auth.ts'
import { badRequest, conflict } from '../http/errors.ts'
import { route } from '../http/route.ts'
import { codeChecker, newRecoveryCodes, recoveryDigest, totpKeys } from './check-code.ts'
import { passwordChecker } from './check-password.ts'
import { base32, newSecret, otpauth, seal, stepOf, unseal } from './totp.ts'
import { offerSecret, readTotp, switchOff, switchOn } from './totp-store.ts'

export function totpRoutes(app: FastifyInstance, deps: Deps) {
  const { db, time } = deps
  const [key] = totpKeys(deps)
  const checkPassword = passwordChecker(deps, app)
  const checkCode = codeChecker(deps)

  async function requirePassword({ admin, actor }: Caller, password: string) {
    if (!(await checkPassword({ username: admin.username, address: actor.address }, password))) {
      throw badRequest(say.passwordWrong)
    }
  }

  route(app, api.totp.begin, async ({ body, caller }) => {
    const { id, username } = caller.admin
    if ((await readTotp(db, id)).isOn) throw conflict(say.isOn)
    await requirePassword(caller, body.password)
    const bytes = newSecret()
    if (!(await offerSecret(db, id, seal(key, bytes)))) throw conflict(say.isOn)
    const secret = base32(bytes)
    return { secret, uri: otpauth(secret, username, '诊约') }
  })

  route(app, api.totp.enable, async ({ body, caller }) => {
    const { id } = caller.admin
    const { secret, isOn } = await readTotp(db, id)
    if (isOn) throw conflict(say.isOn)
    const bytes = unseal(key, secret)
    if (!bytes) throw conflict(say.notBegun)
    const step = stepOf(bytes, body.code.replaceAll(' ', ''), time.now())
    if (step === undefined) throw badRequest(say.codeWrong)
    const recoveryCodes = newRecoveryCodes()
    const digests = recoveryCodes.map((code) => recoveryDigest(bytes, code))
    const isDone = await switchOn(db, time, { adminId: id, secret, step, digests }, caller.actor)
    if (!isDone) throw conflict(say.isOn)
    return { recoveryCodes }
  })

  route(app, api.totp.disable, async ({ body, caller }) => {
    const { id } = caller.admin
    if (!(await readTotp(db, id)).isOn) throw conflict(say.isOff)
    await requirePassword(caller, body.password)
    if (!(await checkCode(id, body.code))) throw badRequest(say.codeWrong)
    if (!(await switchOff(db, time, id, caller.actor))) throw conflict(say.isOff)
  })
}
