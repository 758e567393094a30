import {
  scheduleMessages as say,
  type CalendarDay,
  type SlotCounts,
  type Template,
  type TemplateBody,
} from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { badRequest, conflict } from '../http/errors.ts'
import type { Time } from '../time.ts'
import { doctorNamed } from '../bookings/doctors.ts'
import { makeSlots, overlap, whose } from '../bookings/make-slots-store.ts'
import { readRules } from '../bookings/rules-store.ts'

type Row = Selectable<Schema['templates']>

const toTemplate = (row: Row): Template => ({
  id: `tpl-${row.id}`,
  departmentName: row.department_name,
  doctorId: row.doctor_id,
  doctorName: row.doctor_name,
  weekday: row.weekday,
  start: row.start_time,
  end: row.end_time,
  slotMinutes: row.slot_minutes,
  places: row.places,
  validFrom: row.valid_from,
  validTo: row.valid_to,
  enabled: row.enabled === 1,
})

const numberOf = (id: string) => Number(/^tpl-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

export async function listTemplates(db: Db): Promise<Template[]> {
  const rows = await db
    .selectFrom('templates')
    .selectAll()
    .orderBy('weekday')
    .orderBy('start_time')
    .orderBy('id')
    .execute()
  return rows.map(toTemplate)
}

/** The columns of a template, its doctor looked up. */
async function columnsOf(trx: Db, body: TemplateBody) {
  const doctorName = await doctorNamed(trx, body.doctorId)
  if (doctorName === undefined) throw badRequest(say.unknownExpert)
  return {
    department_name: body.departmentName,
    doctor_id: body.doctorId,
    doctor_name: doctorName,
    weekday: body.weekday,
    start_time: body.start,
    end_time: body.end,
    slot_minutes: body.slotMinutes,
    places: body.places,
    valid_from: body.validFrom,
    valid_to: body.validTo,
    enabled: body.enabled ? 1 : 0,
  }
}

type Validity = Pick<Row, 'valid_from' | 'valid_to'>
const validTogether = (one: Validity, other: Validity) =>
  (!one.valid_to || !other.valid_from || other.valid_from <= one.valid_to) &&
  (!other.valid_to || !one.valid_from || one.valid_from <= other.valid_to)

async function refuseOverlap(trx: Db, columns: Awaited<ReturnType<typeof columnsOf>>, except = 0) {
  if (!columns.enabled) return
  const others = await trx
    .selectFrom('templates')
    .selectAll()
    .where('weekday', '=', columns.weekday)
    .where('enabled', '=', 1)
    .where('id', '!=', except)
    .execute()
  const clash = others.some(
    (other) => whose(other) === whose(columns) && overlap(other, columns) && validTogether(other, columns),
  )
  if (clash) throw conflict(say.overlap)
}

export interface Written {
  template: Template
  slots: SlotCounts
}

const remake = async (trx: Db, time: Time) => makeSlots(trx, time, await readRules(trx))

export const insertTemplate = (db: Db, time: Time, body: TemplateBody, actor: Actor): Promise<Written> =>
  audited(db, time, actor, async (trx, record) => {
    const columns = await columnsOf(trx, body)
    await refuseOverlap(trx, columns)
    const now = time.now()
    const row = await trx
      .insertInto('templates')
      .values({ ...columns, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    const template = toTemplate(row)
    const { id: _, ...given } = template
    record({ action: 'template.create', target: template.id, changes: differences({}, given) })
    return { template, slots: await remake(trx, time) }
  })

/** Resolves to undefined where there is no such template. */
export const updateTemplate = (
  db: Db,
  time: Time,
  id: string,
  body: TemplateBody,
  actor: Actor,
): Promise<Written | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const number = numberOf(id)
    const before = await trx.selectFrom('templates').selectAll().where('id', '=', number).executeTakeFirst()
    if (!before) return undefined
    const columns = await columnsOf(trx, body)
    await refuseOverlap(trx, columns, number)
    const row = await trx
      .updateTable('templates')
      .set({ ...columns, updated_at: time.now() })
      .where('id', '=', number)
      .returningAll()
      .executeTakeFirstOrThrow()
    const template = toTemplate(row)
    record({ action: 'template.update', target: id, changes: differences(toTemplate(before), template) })
    return { template, slots: await remake(trx, time) }
  })

/** Resolves to undefined where there is no such template. */
export const deleteTemplate = (
  db: Db,
  time: Time,
  id: string,
  actor: Actor,
): Promise<SlotCounts | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('templates')
      .where('id', '=', numberOf(id))
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    const { id: _, ...gone } = toTemplate(row)
    record({ action: 'template.delete', target: id, changes: differences(gone, {}) })
    return remake(trx, time)
  })

export const listCalendarDays = (
  db: Db,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<CalendarDay[]> =>
  db
    .selectFrom('calendar_days')
    .select(['date', 'kind', 'weekday', 'note'])
    .$if(from !== undefined, (query) => query.where('date', '>=', from!))
    .$if(to !== undefined, (query) => query.where('date', '<=', to!))
    .orderBy('date')
    .execute()

export const setCalendarDay = (db: Db, time: Time, day: CalendarDay, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    const before = await trx
      .selectFrom('calendar_days')
      .selectAll()
      .where('date', '=', day.date)
      .executeTakeFirst()
    const { date, ...values } = day
    await trx
      .insertInto('calendar_days')
      .values(day)
      .onConflict((conflict) => conflict.column('date').doUpdateSet(values))
      .execute()
    const changes = differences(before ?? {}, day)
    record({ action: 'calendar-day.set', target: date, changes })
    return { day, slots: await remake(trx, time) }
  })

export const deleteCalendarDay = (db: Db, time: Time, date: string, actor: Actor) =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('calendar_days')
      .where('date', '=', date)
      .returning('date')
      .executeTakeFirst()
    if (row) record({ action: 'calendar-day.delete', target: date })
    return { date, slots: await remake(trx, time) }
  })
