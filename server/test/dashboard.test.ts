import assert from 'node:assert/strict'
import { api, appointmentStatuses, departments, leadSources } from '@zhenyue/contract'
import { booking, fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

const day = 24 * 60 * 60 * 1000
const quarterHour = 15 * 60 * 1000

/** Numbers that look random and are the same every time. */
function chance(seed: number) {
  return () => ((seed = (seed * 48_271) % 2_147_483_647) - 1) / 2_147_483_646
}

type Rows = Awaited<ReturnType<typeof fill>>

/** Rows of the last hundred days, many of them close to where a local day begins; some of them erased. */
async function fill({ db }: World, now: number) {
  const random = chance(20_261_115)
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!
  const moment = () => {
    const at = now - Math.floor(random() * 100 * day)
    return random() < 0.5 ? at : Math.floor(at / quarterHour) * quarterHour - pick([0, 1])
  }
  const leads = Array.from({ length: 800 }, (_, i) => ({
    name: '张三',
    name_search: '张三',
    phone: `1390001${String(Math.floor(i / 2)).padStart(4, '0')}`,
    symptom: '',
    questionnaire: '{}',
    source: leadSources[(i % 2) + 2 * pick([0, 1])]!,
    score: 0,
    remark: '',
    created_at: moment(),
    updated_at: 0,
    again: i % 2,
  }))
  const appointments = Array.from({ length: 800 }, (_, i) => {
    const visit = new Date(now + Math.floor((random() - 0.9) * 100 * day)).toISOString().slice(0, 10)
    return {
      id: `apt-${String(i).padStart(22, '0')}`,
      patient_name: '李四',
      patient_name_search: '李四',
      patient_age: 40,
      patient_phone: `1390001${String(Math.floor(random() * 900)).padStart(4, '0')}`,
      date: visit,
      department_name: pick(departments),
      doctor_id: '',
      doctor_name: '',
      time_slot: '',
      symptom: '',
      status: pick(appointmentStatuses),
      remark: '',
      created_at: moment(),
      updated_at: 0,
    }
  })
  await db.insertInto('leads').values(leads).execute()
  await db.insertInto('appointments').values(appointments).execute()
  const erasedLeads = leads.slice(0, 30).map(({ source, created_at }) => ({ source, created_at }))
  const erasedAppointments = appointments
    .slice(0, 30)
    .map(({ date, department_name, status, created_at }) => ({ date, department_name, status, created_at }))
  await db.insertInto('erased_leads').values(erasedLeads).execute()
  await db.insertInto('erased_appointments').values(erasedAppointments).execute()
  return { leads, appointments, erasedLeads, erasedAppointments }
}

/** The same figures, counted one row at a time. */
function countByHand(
  { leads, appointments, erasedLeads, erasedAppointments }: Rows,
  now: number,
  zone: string,
) {
  const local = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const dayOf = (at: number) => local.format(at)
  const today = dayOf(now)
  const dates = Array.from({ length: 90 }, (_, i) =>
    new Date(Date.parse(today) - (89 - i) * day).toISOString().slice(0, 10),
  )
  const allLeads = [...leads, ...erasedLeads]
  const all = [...appointments, ...erasedAppointments]
  const per = <K extends string>(keys: readonly K[], count: (key: K) => number) =>
    Object.fromEntries(keys.map((key) => [key, count(key)]))
  const booked = new Set(appointments.map(({ patient_phone }) => patient_phone))
  const byStatus = (rows: { status: string }[]) =>
    per(appointmentStatuses, (status) => rows.filter((row) => row.status === status).length)
  return {
    today: { date: today, byStatus: byStatus(all.filter(({ date }) => date === today)) },
    pending: all.filter(({ status }) => status === 'pending').length,
    leadsLast24h: allLeads.filter(({ created_at }) => created_at > now - day).length,
    days: dates.map((date) => ({
      date,
      leads: allLeads.filter(({ created_at }) => dayOf(created_at) === date).length,
      appointments: all.filter(({ created_at }) => dayOf(created_at) === date).length,
    })),
    leadsBySource: per(leadSources, (source) => allLeads.filter((one) => one.source === source).length),
    appointmentsByStatus: byStatus(all),
    visitsByWeekday: departments.flatMap((departmentName) =>
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
        departmentName,
        weekday,
        count: all.filter(
          (one) =>
            one.department_name === departmentName &&
            one.status !== 'cancelled' &&
            dates.includes(one.date) &&
            new Date(one.date).getUTCDay() === weekday % 7,
        ).length,
      })),
    ),
    conversion: leadSources.map((source) => {
      const own = leads.filter((one) => one.source === source)
      return { source, leads: own.length, converted: own.filter(({ phone }) => booked.has(phone)).length }
    }),
  }
}

// Clocks change within the days before this moment in New York; Kathmandu is a quarter hour off all others.
const now = Date.parse('2026-11-15T03:20:00Z')

for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu']) {
  testOnBoth(
    `the figures of the workbench are those of a count by hand in ${zone}`,
    async (world) => {
      const { clock, logIn } = world
      const rows = await fill(world, now)
      clock.ahead = now - Date.now()
      const admin = await logIn()
      // Time goes on while the test runs, by less than any row is from a boundary that matters here.
      const { generatedAt, ...figures } = await admin.call(api.dashboard.read)
      assert.match(generatedAt, /^2026-11-1[45] \d\d:(20|05):/)
      assert.deepEqual(figures, countByHand(rows, now, zone))
      assert.ok(figures.conversion.some(({ leads, converted }) => converted > 0 && converted < leads))
    },
    { TIME_ZONE: zone },
  )
}

testOnSqlite('figures are kept for a few seconds and say how old they are', async (world) => {
  const { admin, anonymous, clock } = world
  const before = await admin.call(api.dashboard.read)
  assert.equal(before.leadsLast24h, 0)
  assert.deepEqual(
    before.conversion,
    leadSources.map((source) => ({ source, leads: 0, converted: 0 })),
  )
  const phone = fakePhone()
  await anonymous.call(api.leads.submit, { body: lead({ phone, source: 'home' }) })
  await anonymous.call(api.appointments.create, { body: booking({ patientPhone: phone }) })
  assert.deepEqual(await admin.call(api.dashboard.read), before)
  clock.ahead += 60 * 60 * 1000
  const after = await admin.call(api.dashboard.read)
  assert.notEqual(after.generatedAt, before.generatedAt)
  assert.deepEqual([after.leadsLast24h, after.pending], [1, 1])
  clock.ahead -= 60 * 60 * 1000
  await anonymous.call(api.appointments.create, { body: booking() })
  assert.equal((await admin.call(api.dashboard.read)).pending, 2)
  assert.deepEqual(after.conversion[1], { source: 'home', leads: 1, converted: 1 })
})
