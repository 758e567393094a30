import type { Drill } from '../drill.ts'
import { killed } from './killed.ts'

export const faults: Record<string, Drill> = { killed }
