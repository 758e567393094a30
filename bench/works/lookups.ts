import { api, createClient } from '@zhenyue/contract'
import type { Bench } from '../bench.ts'
import { appointmentBody, phoneOf } from '../data/bodies.ts'
import type { Work } from '../work.ts'
import { besideBare, onSqlite } from './public-reads.ts'
import { Writer } from './writes.ts'

/** An appointment among others, on the database of the public reads. */
export async function booked(bench: Bench): Promise<{ id: string; phone: string }> {
  const service = await bench.shared(onSqlite)
  return book(service.url)
}

export async function book(url: string): Promise<{ id: string; phone: string }> {
  const { call } = createClient({ baseUrl: url })
  const first = Writer.numbers(20)
  const made = []
  for (let number = first; number < first + 20; number++) {
    const body = JSON.parse(appointmentBody.replace('139########', phoneOf(number)))
    made.push(await call(api.appointments.create, { body }))
  }
  return { id: made[7]!.id, phone: phoneOf(first + 7) }
}

const pathOf = {
  'GET appointment by id': ({ id }: { id: string }) => `/api/v1/appointments/${id}`,
  'GET appointments by phone': ({ phone }: { phone: string }) => `/api/v1/appointments?phone=${phone}`,
}

export const lookups: Work[] = Object.entries(pathOf).map(([name, path]) => ({
  name: `${name} on SQLite`,
  yardstick: 'node:http sending the same bytes',
  target: { unit: '×', least: 0.4 },
  async measure(bench) {
    const appointment = await bench.shared(booked)
    const service = await bench.shared(onSqlite)
    return besideBare(bench, service, path(appointment), { rounds: bench.rounds * 2 })
  },
}))
