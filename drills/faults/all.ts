import type { Drill } from '../drill.ts'
import { backup } from './backup.ts'
import { databaseRestarts } from './databaseRestarts.ts'
import { diskFails } from './diskFails.ts'
import { diskFull } from './diskFull.ts'
import { duplicates } from './duplicates.ts'
import { killed } from './killed.ts'
import { powerCut } from './powerCut.ts'
import { racing } from './racing.ts'
import { logStalls } from './log-stalls.ts'

/** In the order in which they are run. */
export const faults: Record<string, Drill> = {
  killed,
  powerCut,
  diskFails,
  diskFull,
  databaseRestarts,
  duplicates,
  racing,
  backup,
  logStalls,
}
