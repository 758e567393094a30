import {
  appointmentIdPattern,
  maskPhone,
  phoneSearched,
  type AppointmentBrief,
  type Found,
  type LeadBrief,
} from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { nameHolds, phoneEndsWith } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

const newestLeads = (db: Db, most: number) =>
  db.selectFrom('leads').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)

const newestAppointments = (db: Db, most: number) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(most)

/** Both kinds of one number, but for one record. */
async function ofPhone(db: Db, time: Time, phone: string, most: number, except = ''): Promise<Found> {
  const leads = await newestLeads(db, most + 1)
    .where('phone', '=', phone)
    .execute()
  const appointments = await newestAppointments(db, most + 1)
    .where('patient_phone', '=', phone)
    .execute()
  const others = <T extends { id: string }>(all: T[]) => all.filter(({ id }) => id !== except).slice(0, most)
  return {
    leads: others(leads.map((row) => toLeadBrief(row, time))),
    appointments: others(appointments.map((row) => toAppointmentBrief(row, time))),
  }
}

const mostRelated = 50

export async function phoneOfLead(db: Db, id: string): Promise<string | undefined> {
  const leads = db.selectFrom('leads').select('phone').where('id', '=', leadNumber(id))
  return (await leads.executeTakeFirst())?.phone
}

export async function phoneOfAppointment(db: Db, id: string): Promise<string | undefined> {
  if (!appointmentIdPattern.test(id)) return undefined
  const appointments = db.selectFrom('appointments').select('patient_phone').where('id', '=', id)
  return (await appointments.executeTakeFirst())?.patient_phone
}

/** What else there is of the number of a record. */
export const related = (db: Db, time: Time, phone: string, id: string): Promise<Found> =>
  ofPhone(db, time, phone, mostRelated, id)

const mostFound = 8

export async function search(db: Db, time: Time, keyword: string): Promise<Found> {
  const found = await searchPeople(db, time, keyword)
  const booked = await byNumber(db, time, keyword)
  const others = found.appointments.filter(({ id }) => id !== booked[0]?.id)
  return { ...found, appointments: [...booked, ...others].slice(0, mostFound) }
}

/** The one booking of that number, as a patient reads it out. */
async function byNumber(db: Db, time: Time, keyword: string): Promise<AppointmentBrief[]> {
  const number = keyword.normalize('NFKC')
  if (!/^[1-9]\d{0,8}$/.test(number)) return []
  const rows = await newestAppointments(db, 1).where('number', '=', Number(number)).execute()
  return rows.map((row) => toAppointmentBrief(row, time))
}

async function searchPeople(db: Db, time: Time, keyword: string): Promise<Found> {
  const sought = phoneSearched(keyword)
  if (sought) return byPhone(db, time, sought)
  if (/^(lead|apt)-/.test(keyword)) return byId(db, time, keyword)
  return byName(db, time, keyword)
}

/** By a whole number or by its last digits. */
async function byPhone(db: Db, time: Time, sought: { phone: string } | { phoneEnd: string }): Promise<Found> {
  if ('phone' in sought) return ofPhone(db, time, sought.phone, mostFound)
  const leads = await newestLeads(db, mostFound).where(phoneEndsWith('phone', sought.phoneEnd)).execute()
  const appointments = await newestAppointments(db, mostFound)
    .where(phoneEndsWith('patient_phone', sought.phoneEnd))
    .execute()
  return briefs(leads, appointments, time)
}

/** Names are looked through in an index, newest first; only the rows that are shown are read. */
async function byName(db: Db, time: Time, keyword: string): Promise<Found> {
  const leads = newestLeads(db, mostFound).where('id', 'in', (e) =>
    e
      .selectFrom('leads')
      .select('id')
      .where(nameHolds('name_search', keyword))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(mostFound),
  )
  const appointments = newestAppointments(db, mostFound).where('number', 'in', (e) =>
    e
      .selectFrom('appointments')
      .select('number')
      .where(nameHolds('patient_name_search', keyword))
      .orderBy('created_at', 'desc')
      .orderBy('number', 'desc')
      .limit(mostFound),
  )
  return briefs(...(await Promise.all([leads.execute(), appointments.execute()])), time)
}

async function byId(db: Db, time: Time, id: string): Promise<Found> {
  const leads = await newestLeads(db, 1).where('id', '=', leadNumber(id)).execute()
  const appointments = appointmentIdPattern.test(id)
    ? await newestAppointments(db, 1).where('id', '=', id).execute()
    : []
  return briefs(leads, appointments, time)
}

const briefs = (
  leads: Selectable<Schema['leads']>[],
  appointments: Selectable<Schema['appointments']>[],
  time: Time,
): Found => ({
  leads: leads.map((row) => toLeadBrief(row, time)),
  appointments: appointments.map((row) => toAppointmentBrief(row, time)),
})

const toLeadBrief = (row: Selectable<Schema['leads']>, time: Time): LeadBrief => ({
  id: `lead-${row.id}`,
  name: row.name,
  phone: maskPhone(row.phone),
  source: row.source,
  score: row.score,
  remark: row.remark,
  createdAt: time.show(row.created_at),
})

const toAppointmentBrief = (row: Selectable<Schema['appointments']>, time: Time): AppointmentBrief => ({
  id: row.id,
  number: row.number,
  patientName: row.patient_name,
  patientPhone: maskPhone(row.patient_phone),
  date: row.date,
  departmentName: row.department_name,
  timeSlot: row.time_slot,
  status: row.status,
  createdAt: time.show(row.created_at),
})

/** No lead has the number 0. */
const leadNumber = (id: string) => Number(/^lead-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
