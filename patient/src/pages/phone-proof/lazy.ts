import { lazyPart } from '../../ui/lazy-part.tsx'

/** Only where the hospital asks for it. */
export const ProvePhone = lazyPart(() => import('./prove-phone.tsx').then((module) => module.ProvePhone))
export const Withdraw = lazyPart(() => import('./withdraw.tsx').then((module) => module.Withdraw))
