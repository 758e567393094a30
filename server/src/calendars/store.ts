import { createHash, randomBytes } from 'node:crypto'
import { departmentLabels, type Calendar, type CalendarBody } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { shownTime, shownVisit } from '../bookings/shown-visit-store.ts'
import { audited, type Actor } from '../db/audit.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import type { CalendarEntry } from './ics.ts'

const digest = (token: string) => createHash('sha256').update(token).digest('base64url')
const numberIn = (kind: 'cal' | 'exp', id: string) =>
  Number(new RegExp(`^${kind}-([1-9]\\d{0,14})$`).exec(id)?.[1] ?? 0)

type Row = Selectable<Schema['calendars']>

/** The name of an expert; undefined where there is none. */
async function nameOf(db: Db, doctorId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('experts')
    .select('name')
    .where('id', '=', numberIn('exp', doctorId))
    .executeTakeFirst()
  return row?.name
}

const toCalendar = async (db: Db, time: Time, row: Row): Promise<Calendar> => ({
  id: `cal-${row.id}`,
  departmentName: row.department_name,
  doctorId: row.doctor_id,
  doctorName: row.doctor_id ? ((await nameOf(db, row.doctor_id)) ?? '') : '',
  createdAt: time.show(row.created_at),
})

export async function listCalendars(db: Db, time: Time): Promise<Calendar[]> {
  const rows = await db.selectFrom('calendars').selectAll().orderBy('id').execute()
  return Promise.all(rows.map((row) => toCalendar(db, time, row)))
}

/** Resolves to undefined where there is no such expert. Of the token only a digest is kept. */
export const insertCalendar = (db: Db, time: Time, body: CalendarBody, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    if (body.doctorId && (await nameOf(trx, body.doctorId)) === undefined) return undefined
    const token = randomBytes(24).toString('base64url')
    const row = await trx
      .insertInto('calendars')
      .values({
        token_digest: digest(token),
        department_name: body.departmentName,
        doctor_id: body.doctorId,
        created_at: time.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const calendar = await toCalendar(trx, time, row)
    record({ action: 'calendar.create', target: calendar.id })
    return { ...calendar, token, path: `/api/v1/calendars/${token}.ics` }
  })

export const deleteCalendar = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('calendars')
      .where('id', '=', numberIn('cal', id))
      .returning('id')
      .executeTakeFirst()
    if (row) record({ action: 'calendar.delete', target: id })
    return row !== undefined
  })

const ahead = 60

/** The time of a slot, as `上午 08:30-09:00` tells it. */
function timesIn(time: Time, date: string, timeSlot: string) {
  const [, start, end] =
    /(?:^| )((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(timeSlot) ?? []
  return start && end && start < end
    ? { start: time.momentOf(date, start), end: time.momentOf(date, end) }
    : undefined
}

/** How many patients come at what time, and nothing about them. Resolves to undefined for an unknown token. */
export async function readFeed(db: Db, time: Time, token: string) {
  const calendar = await db
    .selectFrom('calendars')
    .selectAll()
    .where('token_digest', '=', digest(token))
    .executeTakeFirst()
  if (!calendar) return undefined
  const today = time.dayOf(time.now())
  let visits = db
    .selectFrom('appointments')
    .select((e) => ['date', 'time_slot', e.fn.countAll<number>().as('count')])
    .where('date', '>=', today)
    .where('date', '<', time.dayOf(time.startOf(today, ahead)))
    .where('department_name', '=', calendar.department_name)
    .where('status', 'in', ['pending', 'confirmed'])
  if (calendar.doctor_id) visits = visits.where('doctor_id', '=', calendar.doctor_id)
  const rows = await visits
    .groupBy(['date', 'time_slot'])
    .orderBy('date')
    .orderBy('time_slot')
    .limit(2000)
    .execute()
  const department = departmentLabels[calendar.department_name].zh
  const doctor = calendar.doctor_id ? ((await nameOf(db, calendar.doctor_id)) ?? '') : ''
  const name = [department, doctor].filter(Boolean).join(' ')
  const patients = new Map<string, { date: string; timeSlot: string; count: number }>()
  for (const { date, time_slot, count } of rows) {
    const timeSlot = shownTime(time_slot)
    const key = `${date} ${timeSlot}`
    patients.set(key, { date, timeSlot, count: count + (patients.get(key)?.count ?? 0) })
  }
  const entries = [...patients].map(([key, { date, timeSlot, count }]): CalendarEntry => ({
    id: `${calendar.token_digest} ${key}`,
    when: timesIn(time, date, timeSlot) ?? { date },
    sequence: 0,
    status: 'CONFIRMED',
    summary: `${[name, timeSlot].filter(Boolean).join(' ')}：${count} 人`,
  }))
  return { name, entries }
}

/** The visit as an entry; undefined where there is no such appointment. */
export async function readVisit(db: Db, time: Time, id: string): Promise<CalendarEntry | undefined> {
  const row = await db
    .selectFrom('appointments')
    .select([
      'id',
      'date',
      'time_slot',
      'department_name',
      'doctor_name',
      'status',
      'number',
      'moves',
      'slot_id',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const slot =
    row.slot_id > 0
      ? await db
          .selectFrom('slots')
          .select(['date', 'start_time', 'end_time'])
          .where('id', '=', row.slot_id)
          .executeTakeFirst()
      : undefined
  const hospital = await db
    .selectFrom('hospitals')
    .select(['name', 'address', 'phone'])
    .orderBy('number')
    .executeTakeFirst()
  const isCancelled = row.status === 'cancelled'
  const { timeSlot, doctor } = await shownVisit(db, row)
  const department = departmentLabels[row.department_name].zh
  return {
    id: row.id,
    when: slot
      ? {
          start: time.momentOf(slot.date, slot.start_time),
          end: time.momentOf(slot.date, slot.end_time),
        }
      : { date: row.date },
    sequence: row.moves + (isCancelled ? 1 : 0),
    status: isCancelled ? 'CANCELLED' : row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    summary: [hospital?.name, department, '就诊'].filter(Boolean).join(' '),
    description: [
      [timeSlot, doctor].filter(Boolean).join(' '),
      `预约号 ${row.number}`,
      hospital?.phone && `医院电话 ${hospital.phone}`,
    ]
      .filter(Boolean)
      .join('\n'),
    ...(hospital?.address && { location: hospital.address }),
  }
}
