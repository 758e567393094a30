import { maskPhone, type Lead, type LeadChoice } from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
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

/** Nothing in it tells of one person: that could not be erased again. */
export const recordLeadExport = (
  db: Db,
  time: Time,
  { phone, keyword, ...choice }: LeadChoice & { format: string },
  rows: number,
  actor: Actor,
): Promise<void> =>
  audited(db, time, actor, async (_trx, record) => {
    const filter = {
      ...choice,
      ...(phone && { phone: maskPhone(phone) }),
      ...(keyword && { keyword: `${[...keyword][0]}**` }),
    }
    record({ action: 'lead.export', target: '', changes: { filter: [null, filter], rows: [null, rows] } })
  })
