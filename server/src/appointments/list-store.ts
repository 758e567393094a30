import {
  appointmentStatuses,
  departments,
  type Appointment,
  type AppointmentFilter,
  type AppointmentStatus,
  type Page,
} from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { countSlice, pageStart } from '../db/day-counts.ts'
import { sortedOutBy } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import { prepare } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { toAppointment } from './store.ts'

type Row = Selectable<Schema['appointments']>

interface Found {
  rows: Row[]
  count(): Promise<number>
}

export async function listAppointments(
  db: Db,
  time: Time,
  filter: AppointmentFilter,
): Promise<Page<Appointment>> {
  const { phone, limit, offset } = filter
  const { rows, count } = await (phone ? ofPhone(db, filter, phone) : byTime(db, filter))
  // A page that is not full is the last.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  const total = isLast ? offset + rows.length : await count()
  return { list: rows.map((row) => toAppointment(row, time)), total, limit, offset }
}

interface Asked {
  phone: string
  status: AppointmentStatus
  limit: number
  offset: number
}

const withPhone = (db: Db, { phone }: Pick<Asked, 'phone'>) =>
  db.selectFrom('appointments').where('patient_phone', '=', phone)

const selectOfPhone = prepare((db, asked: Omit<Asked, 'status'>) =>
  withPhone(db, asked)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(asked.limit)
    .offset(asked.offset),
)

const selectOfPhoneAndStatus = prepare((db, asked: Asked) =>
  withPhone(db, asked)
    .selectAll()
    .where(sortedOutBy(db, 'status'), '=', asked.status)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(asked.limit)
    .offset(asked.offset),
)

async function ofPhone(db: Db, filter: AppointmentFilter, phone: string): Promise<Found> {
  const { status, limit, offset } = filter
  const rows = status
    ? await selectOfPhoneAndStatus(db, { phone, status, limit, offset })
    : await selectOfPhone(db, { phone, limit, offset })
  const count = async () => {
    let matching = withPhone(db, { phone })
    if (status) matching = matching.where(sortedOutBy(db, 'status'), '=', status)
    const found = await matching.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return found.count
  }
  return { rows, count }
}

async function byTime(db: Db, { status, limit, offset }: AppointmentFilter): Promise<Found> {
  const slice = { table: 'appointments', column: 'status', value: status } as const
  const start = await pageStart(db, slice, offset)
  let matching = db.selectFrom('appointments').selectAll()
  if (status) matching = matching.where('status', '=', status)
  if (start.before !== undefined) matching = matching.where('created_at', '<', start.before)
  const rows = await matching
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .offset(start.offset)
    .execute()
  return { rows, count: () => countSlice(db, slice) }
}

export async function appointmentStats(db: Db, time: Time) {
  const counts = await db
    .selectFrom('appointment_counts')
    .select((e) => ['status', 'department_name', e.fn.sum<number | string>('count').as('count')])
    .groupBy(['status', 'department_name'])
    .execute()
  const visitsToday = (table: 'appointments' | 'erased_appointments') =>
    db
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('date', '=', time.dayOf(time.now()))
      .where('status', '!=', 'cancelled')
  const today = await visitsToday('appointments').unionAll(visitsToday('erased_appointments')).execute()

  const sum = (numbers: { count: number | string }[]) =>
    numbers.reduce((total, { count }) => total + Number(count), 0)
  const tally = <K extends string>(keys: readonly K[], column: 'status' | 'department_name') =>
    Object.fromEntries(keys.map((key) => [key, sum(counts.filter((row) => row[column] === key))])) as Record<
      K,
      number
    >
  return {
    total: sum(counts),
    today: sum(today),
    byStatus: tally(appointmentStatuses, 'status'),
    byDepartment: tally(departments, 'department_name'),
  }
}
