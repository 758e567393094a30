import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodes } from '@zhenyue/contract'
import { deriveKey } from '../secrets.ts'
import { countTry, forgetTries, triesKey } from '../db/tries.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/errors.ts'
import { seal, stepOf, unseal } from './totp.ts'
import { readTotp, replaceSecret, useRecoveryCode, useStep } from './totp-store.ts'

const limit = { most: 10, within: 15 * 60_000 }

/** What secrets are sealed with, then what they were sealed with before JWT_SECRET was changed. */
export const totpKeys = ({ config: { jwtSecret, jwtSecretPrevious } }: Pick<Deps, 'config'>) =>
  [jwtSecret, jwtSecretPrevious].flatMap((secret) => (secret ? [deriveKey(secret, 'zhenyue totp')] : [])) as [
    Buffer,
    ...Buffer[],
  ]

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomCode = () =>
  Array.from({ length: 12 }, (_, at) => (at % 4 || !at ? '' : '-') + letters[randomInt(letters.length)]).join(
    '',
  )

export const newRecoveryCodes = () => Array.from({ length: recoveryCodes }, randomCode)

/** However it was copied from paper. Keyed with the secret of the account, which outlives a change of JWT_SECRET. */
export const recoveryDigest = (secret: Uint8Array, code: string) =>
  createHmac('sha256', deriveKey(secret, 'zhenyue recovery code'))
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')

export type CheckCode = (adminId: string, code: string) => Promise<boolean>

/** Whether a code, or a recovery code, is good for an account; each is only once, and only so many may be tried. */
export function codeChecker(deps: Deps): CheckCode {
  const { db, time } = deps
  const keys = totpKeys(deps)

  /** Sealed anew where that was done with the former key, which from now on is not needed. */
  async function secretOf(adminId: string): Promise<Uint8Array | undefined> {
    const { secret } = await readTotp(db, adminId)
    for (const key of keys) {
      const bytes = unseal(key, secret)
      if (!bytes) continue
      if (key !== keys[0]) await replaceSecret(db, adminId, secret, seal(keys[0], bytes))
      return bytes
    }
    return undefined
  }

  async function isGood(adminId: string, code: string): Promise<boolean> {
    const secret = await secretOf(adminId)
    if (!secret) return false
    if (!/^\d{6}$/.test(code)) return useRecoveryCode(db, adminId, recoveryDigest(secret, code))
    const step = stepOf(secret, code, time.now())
    return step !== undefined && useStep(db, adminId, step)
  }

  return async (adminId, code) => {
    const tries = triesKey('otp', adminId)
    // Counted before it is looked at, so that those made at once are counted too.
    const wait = await countTry(db, tries, time.now(), [limit])
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000))
    if (!(await isGood(adminId, code.replaceAll(' ', '')))) return false
    await forgetTries(db, tries)
    return true
  }
}
