import type { Lead, LeadChoice } from '@zhenyue/contract'
import { namesHold } from '../db/names.ts'
import type { Db } from '../db/open.ts'
import { walk } from '../db/walk.ts'
import type { Time } from '../time.ts'
import { boundsOf, isBooked } from './list-store.ts'
import { toLead } from './store.ts'

/** Every lead that is meant, the newest first, some at a time. */
export async function* walkLeads(db: Db, time: Time, choice: LeadChoice): AsyncGenerator<Lead[]> {
  const { phone, source, keyword, booked } = choice
  const { from, before } = boundsOf(choice, time)
  const stretches = walk(
    db,
    'leads',
    (rows) => {
      if (phone) rows = rows.where('phone', '=', phone)
      if (source) rows = rows.where('source', '=', source)
      if (from !== undefined) rows = rows.where('created_at', '>=', from)
      if (before !== undefined) rows = rows.where('created_at', '<', before)
      return rows
    },
    (rows) => {
      if (keyword) rows = rows.where(namesHold(keyword))
      return booked === undefined ? rows : rows.where((e) => isBooked(e, booked))
    },
  )
  for await (const rows of stretches) yield rows.map((row) => toLead(row, time))
}
