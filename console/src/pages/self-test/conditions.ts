import type { SelfTestCondition } from '@zhenyue/contract/self-test/document'

export type Kind = 'flag' | 'option' | 'count' | 'sum'
export type Simple = Exclude<SelfTestCondition, { all: SelfTestCondition[] }>

/** What has to hold together; all of all is all. A shape that is not known is nothing yet. */
export function partsOf(condition: SelfTestCondition): Simple[] {
  if ('all' in condition) return Array.isArray(condition.all) ? condition.all.flatMap(partsOf) : []
  return 'flag' in condition ||
    'anyFlag' in condition ||
    'any' in condition ||
    'of' in condition ||
    'sum' in condition
    ? [condition]
    : []
}

export const together = (parts: Simple[]): SelfTestCondition =>
  parts.length === 1 ? parts[0]! : { all: parts }

export const begun: Record<Kind, Simple> = {
  flag: { anyFlag: [] },
  option: { any: [] },
  count: { flagsAtLeast: 2, of: [] },
  sum: { sum: 'points', atLeast: 1 },
}

export const kindOf = (part: Simple): Kind =>
  'any' in part ? 'option' : 'of' in part ? 'count' : 'sum' in part ? 'sum' : 'flag'

export const flagsOf = (part: Simple) =>
  'flag' in part ? [part.flag] : 'anyFlag' in part ? part.anyFlag : 'of' in part ? part.of : []
