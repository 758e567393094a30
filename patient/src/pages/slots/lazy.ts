import { lazyPart } from '../../ui/lazy-part.tsx'

export const SlotChoice = lazyPart(() => import('./parts.ts').then((parts) => parts.SlotChoice))
export const SlotRefusal = lazyPart(() => import('./parts.ts').then((parts) => parts.SlotRefusal))
export const WaitDone = lazyPart(() => import('./parts.ts').then((parts) => parts.WaitDone))
export const WaitingList = lazyPart(() => import('./parts.ts').then((parts) => parts.WaitingList))
export const WhatWaitingIs = lazyPart(() => import('./parts.ts').then((parts) => parts.WhatWaitingIs))
