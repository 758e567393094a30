import { consentMessages as say, consentPurposes, type Consent, type ConsentRecord } from '@zhenyue/contract'
import type { Config } from '../config.ts'
import { inTransaction } from '../db/engine.ts'
import { saveFollowUp } from '../db/follow-ups.ts'
import type { Schema } from '../db/schema.ts'
import type { Db, Statement } from '../db/types.ts'
import { badRequest } from '../http/errors.ts'
import type { Time } from '../time.ts'

const adult = 14

/** Refuses who has not agreed, where that is asked for; staff who book for someone are not asked. */
export function requireConsent({ access }: Config, given: Consent | undefined, age = adult) {
  if (access.consent !== 'required') return
  if (!given?.purposes.includes('booking')) throw badRequest(say.needed)
  if (age < adult && !given.guardian) throw badRequest(say.guardianNeeded)
}

interface Subject {
  phone: string
  /** The id of what was made with it. */
  subject: string
  channel: Schema['consents']['channel']
}

/** In the transaction of what was agreed to. */
export async function recordConsent(trx: Db, time: Time, consent: Consent, about: Subject): Promise<void> {
  await trx.executeQuery(await recordingConsent(trx, time, consent, about))
}

/** The statement that records it. */
export async function recordingConsent(
  db: Db,
  time: Time,
  { version, purposes, guardian = '' }: Consent,
  about: Subject,
): Promise<Statement> {
  const policy = await db
    .selectFrom('policies')
    .select('digest')
    .where('version', '=', version)
    .executeTakeFirst()
  if (!policy) throw badRequest(say.unknownVersion)
  const agreed = (purpose: Consent['purposes'][number]) => Number(purposes.includes(purpose))
  return db
    .insertInto('consents')
    .values({
      ...about,
      guardian,
      version,
      digest: policy.digest,
      booking: agreed('booking'),
      follow_up: agreed('follow-up'),
      sms: agreed('sms'),
      at: time.now(),
    })
    .returning('number')
    .compile()
}

/** Who is no longer to be followed up leaves the queues at once. */
export const recordWithdrawal = (
  db: Db,
  time: Time,
  phone: string,
  purposes: Consent['purposes'],
  channel: 'patient' | 'staff',
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const withdrawn = (purpose: Consent['purposes'][number]) => (purposes.includes(purpose) ? 0 : -1)
    await trx
      .insertInto('consents')
      .values({
        phone,
        channel,
        subject: '',
        guardian: '',
        version: 0,
        digest: '',
        booking: withdrawn('booking'),
        follow_up: withdrawn('follow-up'),
        sms: withdrawn('sms'),
        at: time.now(),
      })
      .execute()
    if (purposes.includes('follow-up'))
      await saveFollowUp(trx, time, phone, { closed: 'do-not-call', next_contact_at: 0 })
  })

const mostShown = 200

/** All that was said with a number, newest first. */
export async function listConsents(db: Db, time: Time, phone: string): Promise<ConsentRecord[]> {
  const rows = await db
    .selectFrom('consents')
    .selectAll()
    .where('phone', '=', phone)
    .orderBy('number', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ at, channel, version, digest, guardian, booking, follow_up, sms }) => {
    const said = { booking, 'follow-up': follow_up, sms }
    const those = (value: number) => consentPurposes.filter((purpose) => said[purpose] === value)
    return { at: time.show(at), channel, version, digest, agreed: those(1), refused: those(0), guardian }
  })
}

/** What was last said of a purpose: agreed, refused or withdrawn, or nothing. */
export async function lastWord(
  db: Db,
  phone: string,
  purpose: 'booking' | 'follow_up' | 'sms',
): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('consents')
    .select(purpose)
    .where('phone', '=', phone)
    .where(purpose, '>=', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && row[purpose] === 1
}

/** Forgets what a number has said once nothing else of it is kept; until then a refusal must not be lost. */
export async function forgetConsents(trx: Db, phones: string[]): Promise<void> {
  for (const phone of new Set(phones)) {
    await trx
      .deleteFrom('consents')
      .where('phone', '=', phone)
      .where((e) =>
        e.not(
          e.or([
            e.exists(e.selectFrom('leads').select('leads.id').where('leads.phone', '=', phone)),
            e.exists(
              e.selectFrom('appointments').select('number').where('appointments.patient_phone', '=', phone),
            ),
            e.exists(e.selectFrom('waitlist').select('waitlist.number').where('patient_phone', '=', phone)),
          ]),
        ),
      )
      .execute()
  }
}

/** A booking that gets another number takes its consent along. */
export async function moveConsent(trx: Db, subject: string, from: string, to: string): Promise<void> {
  if (from === to) return
  await trx.updateTable('consents').set({ phone: to }).where('subject', '=', subject).execute()
  await forgetConsents(trx, [from])
}
