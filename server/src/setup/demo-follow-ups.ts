import type { CloseReason, ContactOutcome } from '@zhenyue/contract'
import { blankFollowUp } from '../db/follow-ups.ts'
import { keepPersons } from '../db/persons.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import type { Dice } from './demo-dice.ts'

export interface DemoLead {
  phone: string
  at: number
  /** How far the booking of this person came. */
  booking: 'none' | 'made' | 'visited'
}

const hour = 3_600_000
const day = 24 * hour
const notes = ['已说明就诊流程', '想先问家人，过几天再联系', '希望约上午的号', '']
const endings: CloseReason[] = ['refused', 'elsewhere', 'invalid', 'do-not-call']

/** Most were called within hours; of the last two weeks some are still open, a few of them overdue. */
export async function addDemoFollowUps(
  trx: Db,
  time: Time,
  username: string,
  { chance, below, pick }: Dice,
  leads: DemoLead[],
): Promise<void> {
  const now = time.now()
  const called = leads.filter(({ at }) => at < now - 20 * hour && chance(0.85))
  const rows = called.map(({ phone, at, booking }) => {
    const contactAt = at + 5 * 60_000 + below(6 * hour)
    const outcome: ContactOutcome =
      booking !== 'none' || chance(0.7) ? 'reached' : pick(['no-answer', 'busy', 'call-back'])
    const note = outcome === 'reached' ? pick(notes) : ''
    const isOpen = booking !== 'visited' && at > now - 14 * day
    const closed: CloseReason | '' = isOpen ? '' : booking === 'none' ? pick(endings) : 'done'
    // From some hours ago to three days ahead.
    const due = now + (below(80) - 6) * hour + below(hour)
    return {
      contact: {
        phone,
        at: contactAt,
        actor: username,
        channel: 'phone' as const,
        outcome,
        note,
      },
      followUp: {
        ...blankFollowUp(phone, contactAt),
        assignee: username,
        closed,
        next_contact_at: isOpen ? due : 0,
        first_contact_at: contactAt,
        last_contact_at: contactAt,
        reached_at: outcome === 'reached' ? contactAt : 0,
      },
    }
  })
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await trx
      .insertInto('contacts')
      .values(some.map(({ contact }) => contact))
      .execute()
    await trx
      .insertInto('follow_ups')
      .values(some.map(({ followUp }) => followUp))
      .execute()
  }
  for (let from = 0; from < leads.length; from += 500) {
    const some = leads.slice(from, from + 500)
    await keepPersons(
      trx,
      some.map(({ phone }) => phone),
    )
  }
}
