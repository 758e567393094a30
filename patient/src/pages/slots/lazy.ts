import { lazyPart } from '../../ui/lazy-part.tsx'

const load = () => import('./parts.ts')

export const SlotChoice = lazyPart(() => load().then((parts) => parts.SlotChoice))
export const SlotRefusal = lazyPart(() => load().then((parts) => parts.SlotRefusal))
export const Move = lazyPart(() => load().then((parts) => parts.Move))
export const WaitDone = lazyPart(() => load().then((parts) => parts.WaitDone))
export const WhatWaitingIs = lazyPart(() => load().then((parts) => parts.WhatWaitingIs))
/** Beside a list that says that it is loading. */
export const WaitingList = lazyPart(() => load().then((parts) => parts.WaitingList), { quiet: true })
