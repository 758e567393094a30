import { hashPassword, randomPassword } from '../admins/password.ts'
import { countAccounts, insertAccount } from '../admins/store.ts'
import type { Config } from '../config.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { firstStart } from './seed.ts'

/** Makes the first account where there is none. Resolves to its password if one had to be made up. */
export async function createFirstAdmin(db: Db, time: Time, config: Config): Promise<string | undefined> {
  if ((await countAccounts(db)) > 0) return undefined
  const madeUp = config.adminPassword === undefined
  const password = config.adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  return exclusively(db, async (trx) => {
    if ((await countAccounts(trx)) > 0) return undefined
    const account = {
      username: config.adminUsername,
      nickname: '管理员',
      role: 'super',
      passwordHash,
      mustChangePassword: madeUp,
      // It was shown to its owner alone.
      hasTemporaryPassword: false,
    }
    await insertAccount(trx, time, account, firstStart)
    return madeUp ? password : undefined
  })
}
