import assert from 'node:assert/strict'
import { api, appointmentStatuses, departments, leadSources } from '@zhenyue/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { insertBooking, type Draft } from '../src/bookings/row-store.ts'
import { moveAppointment } from '../src/bookings/appointment-store.ts'
import type { Db } from '../src/db/types.ts'
import { insertLead } from '../src/leads/store.ts'
import type { Time } from '../src/time.ts'
import { booking, lead, testOnBoth, type World } from './world.ts'

const day = 24 * 60 * 60 * 1000
const days = 20
const letters = [...'王李张伟芳建国一二aB𠮷éŽ%_']

/** The same for the same seed. */
function dice(seed: number) {
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const below = (n: number) => Math.floor(next() * n)
  const pick = <T>(items: readonly T[]) => items[below(items.length)]!
  return {
    below,
    pick,
    text: (most: number) => Array.from({ length: 1 + below(most) }, () => pick(letters)).join(''),
  }
}

const submission = (changes: Record<string, unknown>) => api.leads.submit.body.parse(lead(changes))

interface Kept {
  id: string
  at: number
  name: string
  source: string
}

const newestFirst = (a: Kept, b: Kept) => b.at - a.at || Number(b.id.slice(5)) - Number(a.id.slice(5))

/** Leads of the last days, some at the same moment; all of them, newest first. */
async function fill({ db, time }: World, count: number, seed: number): Promise<Kept[]> {
  const { below, pick, text } = dice(seed)
  const start = time.now() - days * day
  const kept: Kept[] = []
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < count; i++) {
      const at = start + below(days * 24 * 4) * 15 * 60_000
      const body = submission({ name: text(5), source: pick(leadSources) })
      const inserted = await insertLead(trx as Db, { ...time, now: () => at }, body)
      kept.push({ id: inserted!.id, at, name: body.name, source: body.source })
    }
  })
  return kept.toSorted(newestFirst)
}

interface Filter {
  keyword?: string
  source?: string
  startDate?: string
  endDate?: string
}

function expected({ time }: World, all: Kept[], { keyword, source, startDate, endDate }: Filter): string[] {
  const part = keyword?.toLowerCase()
  return all
    .filter(({ name }) => part === undefined || name.toLowerCase().includes(part))
    .filter((one) => source === undefined || one.source === source)
    .filter(({ at }) => startDate === undefined || time.dayOf(at) >= startDate)
    .filter(({ at }) => endDate === undefined || time.dayOf(at) <= endDate)
    .map(({ id }) => id)
}

async function checkLists(world: World, all: Kept[], runs: number) {
  const date = fc
    .integer({ min: 0, max: days + 1 })
    .map((ago) => world.time.dayOf(world.time.now() - ago * day))
  const filter = fc.record(
    {
      keyword: fc
        .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 5 })
        .map((parts) => parts.join('')),
      source: fc.constantFrom(...leadSources),
      startDate: date,
      endDate: date,
    },
    { requiredKeys: [] },
  )
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 60 }),
    offset: fc.integer({ min: 0, max: all.length + 5 }),
  })
  await fc.assert(
    fc.asyncProperty(filter, page, async (query, { limit, offset }) => {
      const ids = expected(world, all, query)
      const answer = await world.admin.call(api.leads.list, {
        query: { ...query, limit: String(limit), offset: String(offset) },
      })
      assert.equal(answer.total, ids.length)
      assert.deepEqual(
        answer.list.map(({ id }) => id),
        ids.slice(offset, offset + limit),
      )
    }),
    { numRuns: runs },
  )
  for (const keyword of letters) {
    const { total } = await world.admin.call(api.leads.list, { query: { keyword } })
    assert.equal(total, expected(world, all, { keyword }).length, keyword)
  }
}

testOnBoth('lists and totals are those of the rows', async (world) => {
  await checkLists(world, await fill(world, 2500, 7), 120)
})

testOnBoth('what is deleted is in no list, total or statistic any more', async (world) => {
  const { admin } = world
  const all = await fill(world, 300, 11)
  const gone = all.filter((_, i) => i % 3 === 0)
  for (const { id } of gone) await admin.call(api.leads.remove, { params: { id } })
  const left = all.filter((one) => !gone.includes(one))
  await checkLists(world, left, 60)
  const { total, bySource } = await admin.call(api.leads.stats)
  assert.equal(total, left.length)
  for (const source of leadSources) {
    assert.equal(bySource[source], left.filter((one) => one.source === source).length)
  }
})

const draft = { ...booking(), doctorId: '', doctorName: '', timeSlot: '', symptom: '' } as Draft

testOnBoth('appointments are counted by state and department, whatever becomes of them', async (world) => {
  const { db, time, admin } = world
  const { below, pick } = dice(3)
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const actor = { username: 'test', address: '' }
  const fates = ['pending', 'confirmed', 'completed', 'cancelled'] as const
  const moved = async (trx: Db, then: Time, id: string, fate: number) => {
    const confirm = { action: 'confirm', from: 'pending', to: 'confirmed' } as const
    if (fate > 0) await moveAppointment(trx, then, id, confirm, actor)
    const to = fates[fate]!
    if (fate > 1) await moveAppointment(trx, then, id, { action: to, from: 'confirmed', to }, actor)
  }
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < 1500; i++) {
      const at = time.now() - below(days * day)
      const then = { ...time, now: () => at }
      const one = { ...draft, departmentName: pick(departments) }
      const { id, departmentName } = await insertBooking(trx as Db, then, one)
      const fate = below(4)
      const status = fates[fate]!
      // Some go the way that all do; that many do takes PostgreSQL long within one transaction.
      if (i % 5 === 0) await moved(trx as Db, then, id, fate)
      else if (fate > 0) await trx.updateTable('appointments').set({ status }).where('id', '=', id).execute()
      add(departmentName)
      add(status)
    }
  })
  const stats = await admin.call(api.appointments.stats)
  assert.equal(stats.total, 1500)
  for (const key of departments) assert.equal(stats.byDepartment[key], counts.get(key))
  for (const status of appointmentStatuses) {
    assert.equal(stats.byStatus[status], counts.get(status))
    for (const offset of [0, 1100, counts.get(status)! - 3]) {
      const page = await admin.call(api.appointments.list, {
        query: { status, offset: String(offset), limit: '10' },
      })
      assert.equal(page.total, counts.get(status))
      assert.equal(page.list.length, Math.min(10, Math.max(0, counts.get(status)! - offset)))
    }
  }
  const [far, near] = await Promise.all(
    ['1200', '1195'].map((offset) => admin.call(api.appointments.list, { query: { offset, limit: '10' } })),
  )
  assert.deepEqual(
    far!.list.slice(0, 5).map(({ id }) => id),
    near!.list.slice(5).map(({ id }) => id),
  )
})

/** Appointments of the last days with random names, as they are filtered and sorted. */
async function fillAppointments({ db, time }: World, count: number, seed: number) {
  const { below, pick, text } = dice(seed)
  const kept: { number: number; id: string; at: number; date: string; name: string; weekday: string }[] = []
  await db.transaction().execute(async (trx) => {
    for (let number = 0; number < count; number++) {
      const at = time.now() - below(days * 24 * 4) * 15 * 60_000
      const date = time.dayOf(time.now() + below(days) * day)
      const name = text(5)
      const body = { ...draft, patientName: name, date, departmentName: pick(departments) }
      const { id } = await insertBooking(trx as Db, { ...time, now: () => at }, body)
      kept.push({ number, id, at, date, name, weekday: String(new Date(date).getUTCDay() || 7) })
    }
  })
  return kept
}

testOnBoth(
  'appointments are found by any part of a name, in either order and on every page',
  async (world) => {
    const { admin } = world
    const all = await fillAppointments(world, 1200, 13)
    const { pick, below } = dice(17)
    for (let i = 0; i < 60; i++) {
      const order = pick(['newest', 'visit'] as const)
      const keyword = pick(letters) + (below(2) ? pick(letters) : '')
      const [dateFrom, weekday] = [
        below(3) ? undefined : pick(all).date,
        below(4) ? undefined : pick(all).weekday,
      ]
      const expected = all
        .filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
        .filter(({ date }) => dateFrom === undefined || date >= dateFrom)
        .filter((one) => weekday === undefined || one.weekday === weekday)
        .toSorted((a, b) =>
          order === 'newest'
            ? b.at - a.at || b.number - a.number
            : a.date.localeCompare(b.date) || a.number - b.number,
        )
        .map(({ id }) => id)
      const offset = below(expected.length + 2)
      const page = await admin.call(api.appointments.staffList, {
        query: {
          keyword,
          order,
          limit: '20',
          offset: String(offset),
          ...(dateFrom && { dateFrom }),
          ...(weekday && { weekday }),
        } as never,
      })
      assert.equal(page.total, expected.length)
      assert.deepEqual(
        page.list.map(({ id }) => id),
        expected.slice(offset, offset + 20),
      )
    }
  },
)

testOnBoth('a search by name looks at every appointment, the oldest too', async (world) => {
  const { db, time, admin } = world
  const old = { ...time, now: () => time.now() - 1000 * day }
  const { id } = await insertBooking(db, old, { ...draft, patientName: 'Žofie 绝无仅有' })
  const row = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow()
  const { number: _, ...same } = row
  const more = Array.from({ length: 350 }, (_, i) => ({
    ...same,
    id: `other-${i}`,
    patient_name_search: '李四',
    created_at: time.now(),
  }))
  await db.insertInto('appointments').values(more).execute()
  const names = Object.keys(same).filter((name) => name !== 'id')
  // Twice as many each time, up to 22,400.
  for (let round = 0; round < 6; round++) {
    await sql`insert into appointments (id, ${sql.join(names.map((name) => sql.ref(name)))})
      select id || ${`-${round}`}, ${sql.join(names.map((name) => sql.ref(name)))}
      from appointments where id like 'other-%'`.execute(db)
  }
  for (const keyword of ['绝无', 'ŽOF', 'žof']) {
    const found = await admin.call(api.people.search, { query: { keyword } })
    assert.deepEqual(
      found.appointments.map((one) => one.id),
      [id],
      keyword,
    )
  }
})

testOnBoth('writes that wait together each have their own end', async ({ db, time }) => {
  const one = (phone: string) => insertLead(db, time, submission({ phone }))
  const failing = (phone: string) =>
    db.transaction().execute(async (trx) => {
      await insertLead(trx as Db, time, submission({ phone }))
      throw new Error('changed my mind')
    })
  const phoneOf = (i: number) => `1390001${String(i).padStart(4, '0')}`
  const ends = await Promise.allSettled(
    Array.from({ length: 200 }, (_, i) =>
      i % 4 === 3 ? failing(phoneOf(i)) : one(phoneOf(i - (i % 4 === 2 ? 1 : 0))),
    ),
  )
  // Of each four: kept, kept, the same as the one before, undone.
  const kinds = ends.map((end) => (end.status === 'rejected' ? 'undone' : end.value ? 'kept' : 'refused'))
  assert.equal(kinds.filter((kind) => kind === 'kept').length, 100)
  assert.equal(kinds.filter((kind) => kind === 'refused').length, 50)
  assert.equal(kinds.filter((kind) => kind === 'undone').length, 50)
  const { count } = await db
    .selectFrom('leads')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  assert.equal(count, 100)
})

testOnBoth('what anyone may read is fresh at once, whoever changed it', async ({ url, db }) => {
  const names = async () => {
    const answer = await fetch(url + api.experts.list.path)
    const { data } = (await answer.json()) as { data: { name: string }[] }
    return data.map(({ name }) => name)
  }
  for (let i = 0; i < 20; i++) {
    await names()
    // Past the service, as a command or a database administrator does.
    await db
      .updateTable('experts')
      .set({ name: `专家${i}` })
      .execute()
    assert.deepEqual(new Set(await names()), new Set([`专家${i}`]))
  }
})

testOnBoth(
  'where the version of what anyone may read cannot be asked, the answer is a clean fault',
  async (world) => {
    const { url, db } = world
    const read = async () => (await fetch(url + api.experts.list.path)).status
    assert.equal(await read(), 200)
    await db.schema.alterTable('content_version').renameTo('away').execute()
    assert.equal(await read(), 500)
    await db.schema.alterTable('away').renameTo('content_version').execute()
    assert.equal(await read(), 200)
  },
)
