import { access } from './access/all.ts'
import type { Drill } from './drill.ts'
import { faults } from './faults/all.ts'
import { pressure } from './pressure/all.ts'

/** In the order in which they are run. */
export const drills: Record<string, Drill> = { ...faults, ...pressure, ...access }
