import type { Drill } from '../drill.ts'
import { backup } from './backup.ts'
import { claims } from './claims.ts'
import { databaseRestarts } from './database-restarts.ts'
import { diskFails } from './disk-fails.ts'
import { diskFull } from './disk-full.ts'
import { duplicates } from './duplicates.ts'
import { failedOver } from './failed-over.ts'
import { faultyReceivers } from './faulty-receivers.ts'
import { funnelRecounted } from './funnel-recounted.ts'
import { imported } from './imported.ts'
import { killed } from './killed.ts'
import { killedBookings, opposingMoves, rush } from './places.ts'
import { powerCut } from './power-cut.ts'
import { racing } from './racing.ts'
import { reminded } from './reminded.ts'
import { restored } from './restored.ts'
import { rolled } from './rolled.ts'
import { logStalls } from './log-stalls.ts'
import { told } from './told.ts'

/** In the order in which they are run. */
export const faults: Record<string, Drill> = {
  killed,
  powerCut,
  diskFails,
  diskFull,
  databaseRestarts,
  failedOver,
  duplicates,
  racing,
  backup,
  restored,
  rolled,
  logStalls,
  told,
  faultyReceivers,
  reminded,
  rush,
  killedBookings,
  opposingMoves,
  claims,
  imported,
  funnelRecounted,
}
