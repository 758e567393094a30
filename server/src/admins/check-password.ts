import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { countAttempt } from './login-limit.ts'
import { inTurn, verifyPassword } from './password.ts'
import { findCredentials, type Credentials } from './store.ts'

export type CheckPassword = (
  who: { username: string; address: string },
  password: string,
) => Promise<Credentials | undefined>

/** Answers the account that a user name and a password open, if any, within the limits on trying. */
export function passwordChecker(
  { db, time, config }: Deps,
  { limits, securityLog: log }: FastifyInstance,
): CheckPassword {
  return async ({ username, address }, password) => {
    const takeBack = limits.failedLogins.count(address)
    try {
      const { account, forget } = await inTurn(address, async () => {
        const found = await findCredentials(db, { username })
        const forget = config.rateLimits ? await countAttempt(db, time, username, address) : undefined
        const isRight = await verifyPassword(password, found?.passwordHash)
        const account = isRight && found?.enabled ? found : undefined
        if (!account) log('login.failed', { username: found ? username : '', address })
        return { account, forget }
      })
      if (!account) return undefined
      await forget?.()
      takeBack()
      return account
    } catch (error) {
      // Who goes on past the limit for the user fails as well; who found the service too busy does not.
      const isPastLimit = error instanceof Refusal && error.status === 429
      if (!isPastLimit) takeBack()
      throw error
    }
  }
}
