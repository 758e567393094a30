import { audited, blankPerson, blankRecord, type Actor, type Changes } from '../db/audit.ts'
import { inTransaction } from '../db/engine.ts'
import { forgetFollowUps } from '../db/follow-ups.ts'
import { forgetAnswers } from '../db/idempotency.ts'
import { appointmentEvent, forgetEvents, leadEvent, recordEvents, type NewEvent } from '../db/outbox.ts'
import { keepPersons } from '../db/persons.ts'
import { forgetTries, triesKey } from '../db/tries.ts'
import type { Db } from '../db/types.ts'
import { forgetConsents } from '../bookings/consents-store.ts'
import { forgetItems } from '../bookings/closure-items-store.ts'
import { releasePlace } from '../bookings/places-store.ts'
import type { Time } from '../time.ts'

type Gone = 'leads' | 'appointments'

/**
 * Takes rows out, and keeps of them what statistics need. Answers the ids they had. Of what was to be told about them
 * only that they are gone is.
 */
async function takeOut(trx: Db, time: Time, kind: Gone, numbers: number[]): Promise<string[]> {
  const gone: NewEvent[] = []
  const phones: string[] = []
  for (const number of numbers) {
    if (kind === 'leads') {
      const { source, phone, created_at } = await trx
        .deleteFrom('leads')
        .where('id', '=', number)
        .returningAll()
        .executeTakeFirstOrThrow()
      phones.push(phone)
      await trx.insertInto('erased_leads').values({ source, created_at }).execute()
      gone.push(leadEvent('lead.deleted', { id: `lead-${number}`, source }))
    } else {
      const { id, date, department_name, status, created_at, slot_id, patient_phone } = await trx
        .deleteFrom('appointments')
        .where('number', '=', number)
        .returningAll()
        .executeTakeFirstOrThrow()
      phones.push(patient_phone)
      if (slot_id > 0) {
        if (status !== 'cancelled') await releasePlace(trx, time, slot_id)
        await forgetItems(trx, time, id)
      }
      await trx
        .insertInto('erased_appointments')
        .values({ date, department_name, status, created_at })
        .execute()
      const row = { id, status, date, departmentName: department_name, patientPhone: '' }
      gone.push(appointmentEvent('appointment.deleted', row))
    }
  }
  const ids = gone.map(({ record }) => record)
  await forgetConsents(trx, phones)
  if (kind === 'leads') await forgetFollowUps(trx, phones)
  else await keepPersons(trx, phones)
  await forgetEvents(trx, ids)
  await recordEvents(trx, time, gone)
  return ids
}

async function blankRecords(trx: Db, targets: string[]): Promise<number[]> {
  const blanked: number[] = []
  for (const target of targets) blanked.push(...(await blankRecord(trx, target)))
  return blanked
}

/** From files that wait to be imported, also where a file begins without headers. */
async function forgetImported(trx: Db, phone: string): Promise<void> {
  await trx.deleteFrom('lead_import_rows').where('phones', 'like', `%${phone}%`).execute()
  const named = trx.updateTable('lead_imports').where('headers', 'like', `%${phone}%`)
  await named.set({ headers: '[]' }).execute()
}

/** Removes a person from everything that is kept about them; answers how many records there were. */
export const erasePerson = (db: Db, time: Time, phone: string, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    // Before a booking gives its place back, or this person would get it again.
    await trx.deleteFrom('waitlist').where('patient_phone', '=', phone).execute()
    const leads = await trx.selectFrom('leads').select('id as number').where('phone', '=', phone).execute()
    const appointments = await trx
      .selectFrom('appointments')
      .select('number')
      .where('patient_phone', '=', phone)
      .execute()
    const numbers = (rows: { number: number }[]) => rows.map((row) => row.number)
    const targets = [
      ...(await takeOut(trx, time, 'leads', numbers(leads))),
      ...(await takeOut(trx, time, 'appointments', numbers(appointments))),
    ]
    const blanked = [...(await blankPerson(trx, phone)), ...(await blankRecords(trx, targets))]
    await forgetAnswers(trx, phone)
    await trx.deleteFrom('messages').where('phone', '=', phone).execute()
    await trx.deleteFrom('consents').where('phone', '=', phone).execute()
    await trx.deleteFrom('phone_proofs').where('phone', '=', phone).execute()
    await forgetFollowUps(trx, [phone])
    await forgetImported(trx, phone)
    for (const what of ['code-phone', 'message-phone']) await forgetTries(trx, triesKey(what, phone))
    const counts = { leads: leads.length, appointments: appointments.length }
    record({
      action: 'person.erase',
      target: '',
      changes: { leads: [counts.leads, 0], appointments: [counts.appointments, 0] },
      blanked,
    })
    return counts
  })

const batch = 500

/** Erases appointments that were completed or cancelled before a moment; answers how many. */
export async function eraseClosedBefore(db: Db, time: Time, moment: number, actor: Actor): Promise<number> {
  let erased = 0
  for (;;) {
    const count = await audited(db, time, actor, async (trx, record) => {
      const rows = await trx
        .selectFrom('appointments')
        .select('number')
        .where((e) => e.or([e('status', 'in', ['completed', 'cancelled']), e('attendance', '=', 'no-show')]))
        .where('updated_at', '<', moment)
        .limit(batch)
        .execute()
      const targets = await takeOut(
        trx,
        time,
        'appointments',
        rows.map((row) => row.number),
      )
      const blanked = await blankRecords(trx, targets)
      const changes: Changes = { appointments: [rows.length, 0] }
      if (rows.length > 0) record({ action: 'appointment.expire', target: '', changes, blanked })
      return rows.length
    })
    erased += count
    if (count < batch) return erased
  }
}

/** Forgets who waited for slots before a day. */
export async function eraseWaitingBefore(db: Db, day: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('waitlist')
      .where('slot_id', 'in', (e) => e.selectFrom('slots').select('slots.id').where('date', '<', day))
      .returning('patient_phone')
      .execute()
    await forgetConsents(
      trx,
      gone.map((row) => row.patient_phone),
    )
  })
}

/** Forgets what was said in contacts with numbers that are closed. */
export async function eraseContactsBefore(db: Db, moment: number): Promise<void> {
  await db
    .deleteFrom('contacts')
    .where('at', '<', moment)
    .where('phone', 'in', (e) =>
      e.selectFrom('follow_ups').select('follow_ups.phone').where('closed', '!=', ''),
    )
    .execute()
}
