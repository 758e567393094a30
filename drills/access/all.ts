import type { Drill } from '../drill.ts'
import { badTokens } from './bad-tokens.ts'
import { revoked } from './revoked.ts'

export const access: Record<string, Drill> = { badTokens, revoked }
