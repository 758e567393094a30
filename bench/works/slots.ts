import { DatabaseSync } from 'node:sqlite'
import { api, createClient, defaultBookingRules } from '@zhenyue/contract'
import type { Bench } from '../bench.ts'
import { askSqlite } from '../data/ask.ts'
import { compare, connections, rateOf } from '../measure.ts'
import { fetchAnswer, request } from '../requests.ts'
import { serve } from '../service.ts'
import type { Work } from '../work.ts'
import { bareAnswering, besideBare, onSqlite } from './public-reads.ts'
import { appointmentWritten, Writer, type Written } from './writes.ts'

const departmentName = '胃肠' as const

/** A service whose department has slots for the next three weeks, every morning of two doctors. */
async function withSlots(bench: Bench) {
  const folder = bench.subfolder()
  const service = await serve(bench, { DATA_DIR: folder })
  const token = await service.token()
  const { call } = createClient({ baseUrl: service.url, token: () => token })
  const departments = { 肛肠: { mode: 'off' as const }, 胃肠: { mode: 'on' as const } }
  await call(api.bookingRules.replace, { body: { ...defaultBookingRules, departments } })
  for (const doctorId of ['exp-2', 'exp-3']) {
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
      const time = { weekday, start: '08:00', end: '12:00', slotMinutes: 30, places: 999 }
      await call(api.templates.create, { body: { departmentName, doctorId, ...time } })
    }
  }
  const { days } = await call(api.availability.read, { query: { departmentName } })
  const slot = days[2]!.slots[0]!
  return { folder, service, slot, file: `${folder}/zhenyue.db` }
}

/** More places than anyone can book while it is measured. */
function widen(file: string) {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('update slots set places = 100000000')
  db.close()
}

/** The slot says when, where and with whom. */
function intoSlot(slotId: string): Written {
  const { patientName, patientAge, patientPhone, symptom } = JSON.parse(appointmentWritten.body)
  const body = JSON.stringify({ patientName, patientAge, patientPhone, symptom, slotId })
  return { ...appointmentWritten, body }
}

export const slotWorks: Work[] = [
  {
    name: 'GET / (the home page)',
    yardstick: 'node:http sending the same bytes',
    target: { unit: '×', least: 0.5 },
    async measure(bench) {
      return besideBare(bench, await bench.shared(onSqlite), '/', { headers: { accept: 'text/html' } })
    },
  },
  {
    name: 'GET availability',
    yardstick: 'node:http sending the same bytes',
    target: { unit: '×', least: 0.5 },
    async measure(bench) {
      const { service } = await withSlots(bench)
      const path = `${api.availability.read.path}?departmentName=${encodeURIComponent(departmentName)}`
      const answer = await fetchAnswer(service.url, 'GET', path)
      const bare = await bareAnswering(bench, answer)
      // The clock of the service is in it.
      const pattern = '^{"code":0,"message":"ok","data":{"departmentName":"胃肠","mode":"on","now":"'
      const asked = { connections, request: request('GET', path), expect: { status: 200, pattern } }
      return compare(
        { rounds: bench.rounds, seconds: bench.seconds, warmUp: { service: 1, yardstick: 0.5 } },
        (seconds) => rateOf(bench, { ...asked, ports: [service.port] }, seconds),
        (seconds) => rateOf(bench, { ...asked, ports: [bare] }, seconds),
      )
    },
  },
  {
    name: 'POST appointment into a slot on SQLite, durable',
    yardstick: 'the same service, a department without slots',
    target: { unit: '×', least: 0.7 },
    async measure(bench) {
      const { service, slot, file } = await withSlots(bench)
      widen(file)
      const placed = new Writer(bench, service.port, intoSlot(slot.id))
      const other = await serve(bench, { DATA_DIR: bench.subfolder() })
      const plain = new Writer(bench, other.port, appointmentWritten)
      const finding = await compare(
        { seconds: bench.seconds, rounds: bench.rounds * 2 },
        (seconds) => placed.write(seconds),
        (seconds) => plain.write(seconds),
      )
      finding.wrong ??= await placed.faultIn(askSqlite(file))
      return finding
    },
  },
]
