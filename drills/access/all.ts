import type { Drill } from '../drill.ts'
import { auditForged } from './audit-forged.ts'
import { badTokens } from './bad-tokens.ts'
import { codeRaced, keysRevoked } from './codes-and-keys.ts'
import { deleted } from './deleted.ts'
import { forgotten } from './forgotten.ts'
import { hostileContent } from './hostile-content.ts'
import { ids } from './ids.ts'
import { insideAddresses } from './inside-addresses.ts'
import { leaks } from './leaks.ts'
import { oddities } from './oddities.ts'
import { oldPassword } from './old-password.ts'
import { codesGuessed, numbersTold } from './phone-codes.ts'
import { revoked } from './revoked.ts'
import { harvested } from './harvest.ts'
import { temporaryPassword } from './temporary-password.ts'

export const access: Record<string, Drill> = {
  badTokens,
  revoked,
  oldPassword,
  temporaryPassword,
  codesGuessed,
  numbersTold,
  codeRaced,
  keysRevoked,
  leaks,
  insideAddresses,
  ids,
  deleted,
  forgotten,
  auditForged,
  hostileContent,
  oddities,
  harvested,
}
