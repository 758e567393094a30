import type { Drill } from '../drill.ts'

export const pressure: Record<string, Drill> = {}
