import { scheduleMessages as say, type Closure, type ClosureItem, type WholeClosure } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { columns, toAppointment } from '../bookings/row-store.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { notFound } from '../http/errors.ts'
import type { Time } from '../time.ts'

type Row = Selectable<Schema['closures']>

const numberOf = (id: string) => Number(/^cls-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
export const missingClosure = () => notFound(say.closureNotFound)

export async function toClosure(db: Db, time: Time, row: Row): Promise<Closure> {
  const items = { open: 0, moved: 0, cancelled: 0, called: 0 }
  const states = await db
    .selectFrom('closure_items')
    .select((e) => ['state', e.fn.countAll<number>().as('count')])
    .where('closure_id', '=', row.id)
    .groupBy('state')
    .execute()
  for (const { state, count } of states) items[state] = count
  const { slots } = await db
    .selectFrom('slots')
    .select((e) => e.fn.countAll<number>().as('slots'))
    .where('closure_id', '=', row.id)
    .executeTakeFirstOrThrow()
  return {
    id: `cls-${row.id}`,
    reason: row.reason,
    from: row.from_day,
    to: row.to_day,
    departmentName: row.department_name,
    doctorId: row.doctor_id,
    status: row.status === 'open' ? 'open' : 'settled',
    ...(row.status === 'reopened' && { reopened: true }),
    slots,
    items,
    createdAt: time.show(row.created_at),
  }
}

export async function listClosures(db: Db, time: Time): Promise<Closure[]> {
  const rows = await db.selectFrom('closures').selectAll().orderBy('id', 'desc').limit(500).execute()
  return Promise.all(rows.map((row) => toClosure(db, time, row)))
}

export const findClosureRow = (db: Db, id: string) =>
  db.selectFrom('closures').selectAll().where('id', '=', numberOf(id)).executeTakeFirst()

export async function itemsOf(db: Db, time: Time, closureId: number): Promise<ClosureItem[]> {
  const items = await db.selectFrom('closure_items').selectAll().where('closure_id', '=', closureId).execute()
  const ids = items.map(({ appointment_id }) => appointment_id)
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('appointments').select(columns).where('id', 'in', ids).execute()
  const appointments = new Map(rows.map((row) => [row.id, toAppointment(row, time)]))
  const list = items.map(({ appointment_id, state, needs_call, note }) => ({
    appointmentId: appointment_id,
    state,
    needsCall: needs_call === 1,
    note,
    appointment: appointments.get(appointment_id) ?? null,
  }))
  const when = ({ appointment }: ClosureItem) => `${appointment?.date} ${appointment?.timeSlot}`
  return list.toSorted((one, other) => when(one).localeCompare(when(other)))
}

export async function readClosure(db: Db, time: Time, id: string): Promise<WholeClosure> {
  const row = await findClosureRow(db, id)
  if (!row) throw missingClosure()
  return { ...(await toClosure(db, time, row)), list: await itemsOf(db, time, row.id) }
}
