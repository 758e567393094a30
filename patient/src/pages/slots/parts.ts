/** What only hospitals with slots need, in one chunk. */
export { SlotChoice } from './slot-choice.tsx'
export { SlotRefusal } from './slot-refusal.tsx'
export { WaitDone, WaitingList, WhatWaitingIs } from './waiting.tsx'
export { Move } from './move.tsx'
