import type { Slot } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { labelOf } from '../../app/i18n.ts'
import { slotName } from '../appointments/visits.ts'
import { whoseKey, whoseName } from '../schedule/whose.ts'
import { slotGroups } from './slot-groups.ts'
import { SlotLoad, sumOf } from './slot-load.tsx'

export const SlotsOfDay = ({ slots, open }: { slots: Slot[]; open: (id: string) => void }) => (
  <div className="slot-groups">
    {slotGroups(slots).map(([whose, list]) => (
      <section key={whoseKey(whose)} className="card" aria-label={whoseName(whose)}>
        <header>
          <h2 className="any-text">{whoseName(whose)}</h2>
          {whose.doctorId && <span className="quiet">{labelOf(departmentLabels, whose.departmentName)}</span>}
          <SlotLoad {...sumOf(list)} />
        </header>
        <ul>
          {list.map((slot) => (
            <li key={slot.id}>
              <button type="button" className="slot-button" onClick={() => open(slot.id)}>
                <span className="number">{slotName(slot.timeSlot)}</span>
                <SlotLoad {...slot} />
              </button>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
