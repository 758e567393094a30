import { randomInt } from 'node:crypto'
import { hashPassword } from '../admins/password.ts'
import { insertAdmin, listAdmins } from '../admins/store.ts'
import type { Config } from '../config.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import type { Time } from '../time.ts'

/** Letters and digits that are not mistaken for one another when read from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const randomPassword = () =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')

/** Makes the first account where there is none. Resolves to its password if one had to be made up. */
export async function createFirstAdmin(db: Db, time: Time, config: Config): Promise<string | undefined> {
  if ((await listAdmins(db)).length > 0) return undefined
  const madeUp = config.adminPassword === undefined
  const password = config.adminPassword ?? randomPassword()
  const passwordHash = await hashPassword(password)
  return exclusively(db, async (trx) => {
    if ((await listAdmins(trx)).length > 0) return undefined
    await insertAdmin(trx, time, {
      username: config.adminUsername,
      nickname: '管理员',
      role: 'super',
      passwordHash,
      mustChangePassword: madeUp,
    })
    return madeUp ? password : undefined
  })
}
