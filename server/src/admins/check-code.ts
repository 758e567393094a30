import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodes } from '@zhenyue/contract'
import { deriveKey } from '../secrets.ts'
import { countTry, forgetTries, triesKey } from '../db/tries.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/errors.ts'
import { stepOf, unseal } from './totp.ts'
import { readTotp, useRecoveryCode, useStep } from './totp-store.ts'

const limit = { most: 10, within: 15 * 60_000 }

export const totpKey = ({ config }: Pick<Deps, 'config'>) => deriveKey(config.jwtSecret, 'zhenyue totp')

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const randomCode = () =>
  Array.from({ length: 12 }, (_, at) => (at % 4 || !at ? '' : '-') + letters[randomInt(letters.length)]).join(
    '',
  )

export const newRecoveryCodes = () => Array.from({ length: recoveryCodes }, randomCode)

/** However it was copied from paper. */
export const recoveryDigest = (key: Uint8Array, code: string) =>
  createHmac('sha256', key)
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('base64url')

export type CheckCode = (adminId: string, code: string) => Promise<boolean>

/** Whether a code, or a recovery code, is good for an account; each is only once, and only so many may be tried. */
export function codeChecker(deps: Deps): CheckCode {
  const { db, time } = deps
  const key = totpKey(deps)

  async function isGood(adminId: string, code: string): Promise<boolean> {
    if (!/^\d{6}$/.test(code)) return useRecoveryCode(db, adminId, recoveryDigest(key, code))
    const { secret } = await readTotp(db, adminId)
    const bytes = unseal(key, secret)
    const step = bytes && stepOf(bytes, code, time.now())
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
