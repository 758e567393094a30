import type { Funnel, FunnelGroup } from '@zhenyue/contract'
import type { Scene } from '../drill.ts'
import { query, type Row } from './database.ts'

const day = 24 * 60 * 60 * 1000
const zone = 8 * 60 * 60 * 1000
const bookingTime = 90 * day

interface Person {
  source: string
  assignee: string
  came: number
  isContacted: boolean
  isBooked: boolean
  isVisited: boolean
  waited: number | undefined
}

export const dayOf = (at: number) => new Date(at + zone).toISOString().slice(0, 10)
const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`) - zone

function mondayOf(at: number): string {
  const weekday = new Date(`${dayOf(at)}T00:00:00Z`).getUTCDay()
  return dayOf(at - ((weekday + 6) % 7) * day)
}

/** Everybody, by what happened alone: nothing that leads keep of their person is looked at. */
export async function readPersons(scene: Scene): Promise<Person[]> {
  const byPhone = async (sql: string) => Map.groupBy(await query(scene, sql), ({ phone }) => phone as string)
  const leads = await byPhone('select phone, source, created_at from leads order by created_at, id')
  const bookings = await byPhone(
    'select patient_phone as phone, created_at, status, attendance from appointments',
  )
  const followUps = await byPhone('select phone, assignee, first_contact_at, reached_at from follow_ups')
  return Array.from(leads, ([phone, own]) => {
    const first = own[0]!
    const came = Number(first['created_at'])
    const follow = followUps.get(phone)?.[0]
    const contact = Number(follow?.['first_contact_at'] ?? 0)
    const counted = (bookings.get(phone) ?? []).filter((one) => own.some((lead) => isOfLead(one, lead)))
    const isVisited = counted.some(({ status }) => status === 'completed')
    return {
      source: first['source'] as string,
      assignee: (follow?.['assignee'] ?? '') as string,
      came,
      isContacted: contact > 0 && Number(follow?.['reached_at']) > 0,
      isBooked: isVisited || counted.some(isLive),
      isVisited,
      waited: contact > 0 ? Math.max(0, contact - came) : undefined,
    }
  })
}

function isOfLead(booking: Row, lead: Row) {
  const after = Number(booking['created_at']) - Number(lead['created_at'])
  return after >= 0 && after < bookingTime
}

const isLive = ({ status, attendance }: Row) =>
  (status === 'pending' || status === 'confirmed') && attendance !== 'no-show'

/** The funnel of these persons, one by one. */
export function recount(all: Person[], by: FunnelGroup, days?: { from: string; to: string }): Funnel {
  const persons = days
    ? all.filter(({ came }) => came >= startOf(days.from) && came < startOf(days.to) + day)
    : all
  const groups = Map.groupBy(persons, (one) => (by === 'week' ? mondayOf(one.came) : one[by]))
  const keys = [...groups.keys()].toSorted()
  return {
    rows: keys.map((key) => Object.assign({ key }, figuresOf(groups.get(key)!))),
    total: figuresOf(persons),
    erased: 0,
  }
}

function figuresOf(persons: Person[]): Funnel['total'] {
  const count = (which: (one: Person) => boolean) => persons.filter(which).length
  return {
    leads: persons.length,
    contacted: count(({ isContacted }) => isContacted),
    booked: count(({ isBooked }) => isBooked),
    visited: count(({ isVisited }) => isVisited),
    medianMinutesToFirstContact: medianOf(
      persons.flatMap(({ waited }) => (waited === undefined ? [] : [waited])),
    ),
  }
}

/** In minutes, to a tenth. */
function medianOf(waits: number[]): number | null {
  if (waits.length === 0) return null
  const sorted = Float64Array.from(waits).toSorted()
  const middle = (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
  return Math.round(middle / 6000) / 10
}
