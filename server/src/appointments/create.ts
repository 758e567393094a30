import {
  scheduleMessages as say,
  type Appointment,
  type AppointmentCreate,
  type Department,
  type StaffBooking,
} from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
import { runBatch } from '../db/batch.ts'
import {
  answerOnce,
  claimOf,
  firstAnswer,
  type IdempotentRequest,
  type usedForAnother,
} from '../db/idempotency.ts'
import type { Db } from '../db/types.ts'
import { notFound } from '../http/errors.ts'
import { bookPlace, seekPlace } from '../bookings/book.ts'
import { recordingConsent } from '../bookings/consents-store.ts'
import { recentRules } from '../bookings/rules-store.ts'
import type { Time } from '../time.ts'
import { insertBooking, insertion, keepAnswer, type Draft } from '../bookings/row-store.ts'

/** Of a department without slots the wish is the booking. */
const asWished = ({ slotId: _none, ...draft }: AppointmentCreate): Draft => ({
  ...(draft as typeof draft & { date: string; departmentName: Department }),
  doctorId: draft.doctorId ?? '',
})

const hasSlots = async (db: Db, { slotId, departmentName }: AppointmentCreate) =>
  slotId !== '' || (await recentRules(db)).departments[departmentName!].mode === 'on'

/** Resolves to undefined where a place or the key is gone, or the phone has no room for it. */
async function tryToCreate(
  db: Db,
  time: Time,
  { consent, ...draft }: AppointmentCreate,
  request: IdempotentRequest,
  isSecondLook: boolean,
): Promise<Appointment | undefined> {
  const { booking, conditions } = (await hasSlots(db, draft))
    ? await seekPlace(db, time, draft, isSecondLook)
    : { booking: asWished(draft), conditions: [] }
  const { before, statement, appointment } = insertion(db, time, booking)
  const statements = [...conditions, ...before, statement]
  const place = statements.length - 1
  const { id, patientPhone: phone } = appointment(0)
  if (consent) {
    const about = { phone, subject: id, channel: 'appointment' } as const
    statements.push(await recordingConsent(db, time, consent, about))
  }
  if (request.key !== undefined) {
    const answer = { id, booking: JSON.stringify(appointment(0)) }
    statements.push(keepAnswer.statement(db, { ...claimOf(time, request), ...answer }))
  }
  const results = await runBatch(db, statements)
  const [inserted] = (results?.[place] ?? []) as { number: number }[]
  return inserted && appointment(inserted.number)
}

/** A repeated request gets the first answer. */
export async function createAppointment(
  db: Db,
  time: Time,
  draft: AppointmentCreate,
  request: IdempotentRequest,
): Promise<Appointment | typeof usedForAnother> {
  for (let isSecondLook = false; ; isSecondLook = true) {
    const created = await tryToCreate(db, time, draft, request, isSecondLook).catch(async (error) => {
      // The last place may have gone to this very request, sent twice.
      if ((await firstAnswer(db, time, request)) === undefined) throw error
    })
    const known = created ?? (await firstAnswer<Appointment>(db, time, request))
    if (known !== undefined) return known
  }
}

/** By staff, for a caller: the rules for phones do not apply. A repeated request gets the first answer. */
export const bookForPatient = (
  db: Db,
  time: Time,
  { leadId, extra, reason, ...draft }: StaffBooking,
  actor: Actor,
  request: IdempotentRequest,
): Promise<Appointment | typeof usedForAnother> =>
  audited(db, time, actor, (trx, record) =>
    answerOnce(trx, time, request, async () => {
      const lead = Number(/^lead-([1-9]\d{0,14})$/.exec(leadId)?.[1] ?? 0)
      const known =
        leadId === '' ||
        (await trx.selectFrom('leads').select('id').where('id', '=', lead).executeTakeFirst()) !== undefined
      if (!known) throw notFound(say.leadNotFound)
      const appointment = (await hasSlots(trx, draft))
        ? await bookPlace(trx, time, { draft, leadId: lead, isExtra: extra })
        : await insertBooking(trx, time, { ...asWished(draft), via: 'staff', leadId: lead })
      record({
        action: 'appointment.book',
        target: appointment.id,
        phone: appointment.patientPhone,
        changes: {
          date: ['', appointment.date],
          timeSlot: ['', appointment.timeSlot],
          ...(extra && { extra: [false, true] }),
          ...(reason && { reason: ['', reason] }),
        },
      })
      return appointment
    }),
  )
