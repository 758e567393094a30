import type { Slot } from '@zhenyue/contract'
import { whoseKey, type Whose } from '../schedule/whose.ts'

/** By whose they are, each in the order of time. */
export function slotGroups(slots: Slot[]): [Whose, Slot[]][] {
  const groups = new Map<string, [Whose, Slot[]]>()
  const inOrder = [...slots].sort((one, other) => (one.date + one.start < other.date + other.start ? -1 : 1))
  for (const slot of inOrder) {
    const group = groups.get(whoseKey(slot))
    if (group) group[1].push(slot)
    else groups.set(whoseKey(slot), [slot, [slot]])
  }
  const general = [...groups.values()].filter(([{ doctorId }]) => !doctorId)
  const doctors = [...groups.values()].filter(([{ doctorId }]) => doctorId)
  return [...general, ...doctors]
}
