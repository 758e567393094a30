import type { Slot } from '@zhenyue/contract'
import { byWhose } from '../schedule/whose.ts'

/** By whose they are, each in the order of time. */
export const slotGroups = (slots: Slot[]) =>
  byWhose([...slots].sort((one, other) => (one.date + one.start < other.date + other.start ? -1 : 1)))
