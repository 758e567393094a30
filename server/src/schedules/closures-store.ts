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

async function toClosures(db: Db, time: Time, rows: Row[]): Promise<Closure[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const states = await db
    .selectFrom('closure_items')
    .select((e) => ['closure_id', 'state', e.fn.countAll<number>().as('count')])
    .where('closure_id', 'in', ids)
    .groupBy(['closure_id', 'state'])
    .execute()
  const closed = await db
    .selectFrom('slots')
    .select((e) => ['closure_id', e.fn.countAll<number>().as('slots')])
    .where('closure_id', 'in', ids)
    .groupBy('closure_id')
    .execute()
  const statesOf = Map.groupBy(states, ({ closure_id }) => closure_id)
  const slotsOf = new Map(closed.map(({ closure_id, slots }) => [closure_id, slots]))
  return rows.map((row) => {
    const items = { open: 0, moved: 0, cancelled: 0, called: 0 }
    for (const { state, count } of statesOf.get(row.id) ?? []) items[state] = count
    return {
      id: `cls-${row.id}`,
      reason: row.reason,
      from: row.from_day,
      to: row.to_day,
      departmentName: row.department_name,
      doctorId: row.doctor_id,
      status: row.status === 'open' ? 'open' : 'settled',
      ...(row.status === 'reopened' && { reopened: true }),
      slots: slotsOf.get(row.id) ?? 0,
      items,
      createdAt: time.show(row.created_at),
    }
  })
}

export const toClosure = async (db: Db, time: Time, row: Row): Promise<Closure> =>
  (await toClosures(db, time, [row]))[0]!

export async function listClosures(db: Db, time: Time): Promise<Closure[]> {
  const rows = await db.selectFrom('closures').selectAll().orderBy('id', 'desc').limit(500).execute()
  return toClosures(db, time, rows)
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
