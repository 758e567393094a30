import type { Outcome } from '../drill.ts'

/** Fine where nothing is at fault; what is, is told in one line. */
export function judge(done: string, faults: (string | false | undefined)[]): Outcome {
  const told = faults.filter(Boolean)
  return { done, lost: told.length === 0 ? 'nothing' : told.join('; '), fine: told.length === 0 }
}

export const lostWrites = (count: number) => count > 0 && `${count} acknowledged writes`
