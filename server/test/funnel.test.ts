import assert from 'node:assert/strict'
import {
  api,
  appointmentStatuses,
  attendances,
  funnelGroups,
  funnelSteps,
  leadSources,
  type Funnel,
} from '@zhenyue/contract'
import fc from 'fast-check'
import { blankFollowUp } from '../src/db/follow-ups.ts'
import { keepPersons } from '../src/db/persons.ts'
import { testOnBoth, type World } from './world.ts'

const minute = 60_000
const day = 24 * 60 * minute
const phones = ['13900000001', '13900000002', '13900000003', '13900000004', '13900000005']
const start = Date.parse('2026-01-05T00:00:00+08:00')
const moment = fc.integer({ min: 0, max: 200 * 24 * 60 }).map((minutes) => start + minutes * minute)
const phone = fc.constantFrom(...phones)
const happened = fc.record({
  leads: fc.uniqueArray(fc.record({ phone, at: moment, source: fc.constantFrom(...leadSources) }), {
    selector: ({ phone, source }) => `${phone} ${source}`,
    maxLength: 15,
  }),
  visits: fc.array(
    fc.record({
      phone,
      at: moment,
      status: fc.constantFrom(...appointmentStatuses),
      attendance: fc.constantFrom(...attendances),
    }),
    { maxLength: 15 },
  ),
  followed: fc.uniqueArray(
    fc.record({
      phone,
      assignee: fc.constantFrom('', 'one', 'two'),
      waited: fc.option(fc.integer({ min: 0, max: 10_000 })),
      isReached: fc.boolean(),
    }),
    { selector: (one) => one.phone },
  ),
  from: fc.option(fc.integer({ min: 0, max: 100 })),
  to: fc.option(fc.integer({ min: 50, max: 200 })),
})
type Happened = typeof happened extends fc.Arbitrary<infer T> ? T : never
type Lead = Happened['leads'][number]

const dateOf = (at: number) => new Date(at + 8 * 60 * minute).toISOString().slice(0, 10)
const mondayOf = (at: number) => {
  const date = new Date(`${dateOf(at)}T00:00:00Z`)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10)
}
const median = (waits: number[]) => {
  const sorted = waits.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  if (sorted.length === 0) return null
  return (sorted[Math.ceil(middle - 1)]! + sorted[Math.floor(middle)]!) / 2
}

/** The same, person by person. */
function recount({ leads, visits, followed, from, to }: Happened, by: (typeof funnelGroups)[number]) {
  const persons = phones.flatMap((phone) => {
    const own = leads.map((lead, index) => ({ ...lead, index })).filter((lead) => lead.phone === phone)
    const first = own.toSorted((a, b) => a.at - b.at || a.index - b.index)[0]
    if (!first) return []
    if (from !== null && first.at < start + from * day) return []
    if (to !== null && first.at >= start + (to + 1) * day) return []
    const follow = followed.find((one) => one.phone === phone)
    const counted = visits.filter(
      (visit) => visit.phone === phone && own.some(({ at }) => visit.at >= at && visit.at < at + 90 * day),
    )
    const isVisited = counted.some(({ status }) => status === 'completed')
    const isLive = ({ status, attendance }: (typeof counted)[number]) =>
      (status === 'pending' || status === 'confirmed') && attendance !== 'no-show'
    return [
      {
        key: keyOf(first, follow?.assignee ?? ''),
        isContacted: follow !== undefined && follow.waited !== null && follow.isReached,
        isBooked: isVisited || counted.some(isLive),
        isVisited,
        waited: follow?.waited ?? null,
      },
    ]
  })
  const figures = (some: typeof persons) => ({
    leads: some.length,
    contacted: some.filter(({ isContacted }) => isContacted).length,
    booked: some.filter(({ isBooked }) => isBooked).length,
    visited: some.filter(({ isVisited }) => isVisited).length,
    medianMinutesToFirstContact: median(some.flatMap(({ waited }) => (waited === null ? [] : [waited]))),
  })
  const keys = [...new Set(persons.map(({ key }) => key))].sort()
  return {
    rows: keys.map((key) => Object.assign(figures(persons.filter((one) => one.key === key)), { key })),
    total: figures(persons),
    erased: 0,
  } satisfies Funnel

  function keyOf({ source, at }: Lead, assignee: string): string {
    return { source, assignee, week: mondayOf(at) }[by]
  }
}

async function fill({ db }: World, { leads, visits, followed }: Happened) {
  for (const table of ['leads', 'appointments', 'follow_ups'] as const) await db.deleteFrom(table).execute()
  for (const { phone, at, source } of leads) {
    const texts = { name: '张三', name_search: '张三', symptom: '', questionnaire: '{}', remark: '' }
    await db
      .insertInto('leads')
      .values({ ...texts, phone, source, score: 0, again: 1, created_at: at, updated_at: at })
      .execute()
  }
  for (const [index, { phone, at, status, attendance }] of visits.entries()) {
    const texts = { patient_name: '李四', patient_name_search: '李四', doctor_id: '', doctor_name: '' }
    const visit = {
      date: '2026-03-01',
      department_name: '肛肠' as const,
      time_slot: '',
      symptom: '',
      remark: '',
    }
    const id = `apt-${String(index).padStart(22, '0')}`
    const when = { created_at: at, updated_at: at }
    const about = { id, patient_phone: phone, patient_age: 40, status, attendance }
    await db
      .insertInto('appointments')
      .values({ ...texts, ...visit, ...when, ...about })
      .execute()
  }
  for (const { phone, assignee, waited, isReached } of followed) {
    const came = leads.filter((lead) => lead.phone === phone).map(({ at }) => at)
    const first = came.length > 0 ? Math.min(...came) : start
    const contacted = waited === null ? 0 : first + waited * minute
    await db
      .insertInto('follow_ups')
      .values({
        ...blankFollowUp(phone, 1),
        assignee,
        first_contact_at: contacted,
        last_contact_at: contacted,
        reached_at: isReached ? contacted : 0,
      })
      .execute()
  }
  await keepPersons(db, phones)
}

testOnBoth('the funnel equals a recount, person by person', async (world) => {
  const { admin } = world
  await fc.assert(
    fc.asyncProperty(happened, async (events) => {
      await fill(world, events)
      for (const by of funnelGroups) {
        const { from, to } = events
        const query = {
          by,
          ...(from !== null && { from: dateOf(start + from * day) }),
          ...(to !== null && { to: dateOf(start + to * day) }),
        }
        const answer = await admin.call(api.funnel.read, { query })
        assert.deepEqual(answer, recount(events, by), by)
        if (by !== 'source') continue
        for (const step of funnelSteps) {
          const filter = { step, startDate: query.from, endDate: query.to }
          const behind = await admin.call(api.leads.list, { query: filter })
          assert.equal(behind.total, answer.total[step], `the leads behind ${step}`)
        }
      }
    }),
    { numRuns: 25 },
  )
})

testOnBoth('erased persons are counted apart', async (world) => {
  const { admin, db } = world
  await db
    .insertInto('erased_leads')
    .values([
      { source: 'home', created_at: start + day },
      { source: 'other', created_at: start + 9 * day },
    ])
    .execute()
  const none = { leads: 0, contacted: 0, booked: 0, visited: 0, medianMinutesToFirstContact: null }
  const all = await admin.call(api.funnel.read)
  assert.deepEqual(all, { rows: [], total: none, erased: 2 })
  const query = { from: dateOf(start), to: dateOf(start + 8 * day) }
  assert.equal((await admin.call(api.funnel.read, { query })).erased, 1)
  await admin.refused(
    api.funnel.read,
    { query: { from: '2026-02-30' } },
    400,
    'from 需为 YYYY-MM-DD 格式的有效日期',
  )
})
