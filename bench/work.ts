import type { Bench } from './bench.ts'

/** One line of the table. */
export interface Work {
  name: string
  yardstick: string
  target: Target
  measure(bench: Bench): Promise<Finding>
}

export interface Target {
  unit: '×' | 'ms' | 'MB'
  least?: number
  most?: number
}

export interface Finding {
  /** One of each round. */
  values: number[]
  /** Absolute figures, for information only. */
  info: string
  /** The first answer that was wrong, if any was. */
  wrong?: string | undefined
  /** Why nothing is said about the target, though there is a value. */
  unjudged?: string | undefined
}

export interface Row {
  work: Work
  finding?: Finding
  /** Why it was not done here. */
  skipped?: string
  /** Why it could not be brought to an end. */
  failed?: string
}

/** Thrown by a work that this machine cannot do. */
export class NotHere extends Error {}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export type Verdict = 'met' | 'missed' | 'REFUSED' | 'FAILED' | 'not judged' | 'not done'

export function verdictOf({ work: { target }, finding, skipped, failed }: Row): Verdict {
  if (failed !== undefined) return 'FAILED'
  if (skipped !== undefined || !finding) return 'not done'
  if (finding.wrong !== undefined) return 'REFUSED'
  if (finding.unjudged !== undefined) return 'not judged'
  const value = median(finding.values)
  return value >= (target.least ?? -Infinity) && value <= (target.most ?? Infinity) ? 'met' : 'missed'
}

/** Does one work; whatever goes wrong becomes part of its row. */
export async function perform(bench: Bench, work: Work): Promise<Row> {
  try {
    return { work, finding: await work.measure(bench) }
  } catch (error) {
    const { message, stack } = error as Error
    return error instanceof NotHere ? { work, skipped: message } : { work, failed: stack ?? message }
  }
}
