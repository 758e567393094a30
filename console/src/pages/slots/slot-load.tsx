import type { Slot } from '@zhenyue/contract'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    taken: (taken: number, places: number) => `已约 ${taken} / ${places}`,
    waiting: (count: number) => `候补 ${count}`,
    full: '约满',
    closed: '停诊',
  },
  {
    taken: (taken, places) => `${taken} / ${places} taken`,
    waiting: (count) => `${count} waiting`,
    full: 'Full',
    closed: 'Closed',
  },
)

type Counted = Pick<Slot, 'taken' | 'places' | 'waiting' | 'state'>

/** Closed ones have no places to give. */
export const sumOf = (slots: Counted[]): Counted => ({
  taken: slots.reduce((sum, one) => sum + one.taken, 0),
  places: slots.reduce((sum, one) => sum + (one.state === 'open' ? one.places : one.taken), 0),
  waiting: slots.reduce((sum, one) => sum + one.waiting, 0),
  state: slots.some(({ state }) => state === 'open') ? 'open' : 'closed',
})

/** How many places are taken, as a bar and in numbers. */
export function SlotLoad({ taken, places, waiting, state }: Counted) {
  const isFull = state === 'open' && taken >= places
  return (
    <span className="slot-load">
      <span
        className="slot-bar"
        data-tone={state === 'closed' ? 'plain' : isFull ? 'warn' : 'good'}
        aria-hidden
      >
        <span style={{ width: `${places > 0 ? Math.min(100, (taken / places) * 100) : 0}%` }} />
      </span>
      <span className="number">{t().taken(taken, places)}</span>
      {isFull && <Badge tone="warn">{t().full}</Badge>}
      {state === 'closed' && <Badge>{t().closed}</Badge>}
      {waiting > 0 && <Badge tone="info">{t().waiting(waiting)}</Badge>}
    </span>
  )
}
