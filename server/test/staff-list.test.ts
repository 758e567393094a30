import assert from 'node:assert/strict'
import { api, appointmentStatuses } from '@zhenyue/contract'
import { booking, fakePhone, lead, testOnBoth, testOnSqlite, type World } from './world.ts'

const staffList = api.appointments.staffList

/** Five bookings, a day apart; answers their ids, the oldest first. */
async function book({ anonymous, admin, clock }: World, phone: string) {
  const ids: string[] = []
  for (const changes of [
    { patientName: '王小明', date: '2026-12-05', patientPhone: phone },
    { patientName: '李Ming', date: '2026-12-01', departmentName: '胃肠' },
    { patientName: '王%_', date: '2026-12-05' },
    { patientName: '赵六', date: '2026-12-31', patientPhone: phone },
    { patientName: '孙七', date: '2027-01-01', departmentName: '胃肠' },
  ]) {
    ids.push((await anonymous.call(api.appointments.create, { body: booking(changes) })).id)
    clock.ahead += 60 * 60 * 1000
  }
  await admin.call(api.appointments.confirm, { params: { id: ids[1]! } })
  await anonymous.call(api.appointments.cancel, { params: { id: ids[2]! } })
  return ids
}

testOnBoth('staff find appointments by every filter, in both orders', async (world) => {
  const { admin, time } = world
  const phone = fakePhone()
  const today = time.dayOf(time.now())
  const ids = await book(world, phone)
  await world.db
    .updateTable('appointments')
    .set({ attendance: 'no-show' })
    .where('id', '=', ids[1]!)
    .execute()
  const tomorrow = time.dayOf(time.now() + 24 * 60 * 60 * 1000)
  const cases: [Record<string, string>, number[]][] = [
    [{}, [4, 3, 2, 1, 0]],
    [{ order: 'visit' }, [1, 0, 2, 3, 4]],
    [{ phone }, [3, 0]],
    [{ phone: '139' }, []],
    [{ phone: '' }, [4, 3, 2, 1, 0]],
    [{ phoneEnd: phone.slice(-4) }, [3, 0]],
    [{ phoneEnd: phone.slice(1), order: 'visit', status: 'pending' }, [0, 3]],
    [{ phoneEnd: '9999' }, []],
    [{ ids: [ids[4], ids[1], ids[1], 'apt-unknown'].join(',') }, [4, 1]],
    [{ ids: `${ids[4]},${ids[1]}`, order: 'visit', departmentName: '胃肠' }, [1, 4]],
    [{ status: 'pending' }, [4, 3, 0]],
    [{ status: 'pending', phone, order: 'visit' }, [0, 3]],
    [{ status: 'confirmed,cancelled' }, [2, 1]],
    [{ status: 'confirmed,cancelled', order: 'visit' }, [1, 2]],
    [{ departmentName: '胃肠' }, [4, 1]],
    [{ keyword: '王' }, [2, 0]],
    [{ keyword: '小' }, [0]],
    [{ keyword: 'mING' }, [1]],
    [{ keyword: '%_' }, [2]],
    [{ keyword: '_' }, [2]],
    [{ dateFrom: '2026-12-05' }, [4, 3, 2, 0]],
    [{ dateTo: '2026-12-05' }, [2, 1, 0]],
    [{ dateFrom: '2026-12-05', dateTo: '2026-12-31', order: 'visit' }, [0, 2, 3]],
    [{ dateFrom: '2026-12-05', dateTo: '2026-12-31', status: 'pending' }, [3, 0]],
    [{ dateFrom: '2026-12-05', status: 'pending,cancelled', order: 'visit' }, [0, 2, 3, 4]],
    [{ attendance: 'no-show' }, [1]],
    [{ attendance: 'arrived' }, []],
    [{ weekday: '2' }, [1]],
    [{ weekday: '6', status: 'pending' }, [0]],
    [{ weekday: '7', dateFrom: '2026-12-01' }, []],
    [{ startDate: today }, [4, 3, 2, 1, 0]],
    [{ startDate: today, status: 'cancelled', keyword: '王', departmentName: '肛肠' }, [2]],
    [{ startDate: '2099-01-01' }, []],
    [{ endDate: '2000-01-01' }, []],
    [{ endDate: tomorrow }, [4, 3, 2, 1, 0]],
  ]
  for (const [query, wanted] of cases) {
    const all = await admin.call(staffList, { query: query as never })
    assert.deepEqual(
      all.list.map(({ id }) => ids.indexOf(id)),
      wanted,
      JSON.stringify(query),
    )
    assert.equal(all.total, wanted.length)
    for (let offset = 0; offset <= wanted.length; offset++) {
      const page = await admin.call(staffList, {
        query: { ...query, limit: '1', offset: String(offset) } as never,
      })
      assert.deepEqual(page.list, all.list.slice(offset, offset + 1))
      assert.equal(page.total, wanted.length, JSON.stringify({ ...query, offset }))
    }
  }
})

testOnSqlite('a wrong filter is told', async ({ admin }) => {
  const statuses = 'status 仅支持:pending / confirmed / completed / cancelled'
  const cases: [Record<string, string>, string][] = [
    [{ status: 'lost' }, statuses],
    [{ status: 'pending,lost' }, statuses],
    [{ status: 'pending,' }, statuses],
    [{ departmentName: '内科' }, '科室仅支持:肛肠 / 胃肠'],
    [{ dateFrom: '2026-02-30' }, 'dateFrom 需为 YYYY-MM-DD 格式的有效日期'],
    [{ endDate: 'x' }, 'endDate 需为 YYYY-MM-DD 格式的有效日期'],
    [{ weekday: '0' }, 'weekday 仅支持:1 / 2 / 3 / 4 / 5 / 6 / 7'],
    [{ order: 'oldest' }, 'order 仅支持:newest / visit'],
    [{ limit: '0' }, 'limit 需为正整数'],
    [{ phoneEnd: '123' }, 'phoneEnd 需为 4-10 位数字'],
    [{ phoneEnd: '13900000000' }, 'phoneEnd 需为 4-10 位数字'],
    [{ phoneEnd: '%%%%' }, 'phoneEnd 需为 4-10 位数字'],
    [{ ids: 'a,' }, 'ids 需为 1-200 个编号,以逗号分隔'],
    [{ ids: Array.from({ length: 201 }, (_, i) => i).join(',') }, 'ids 需为 1-200 个编号,以逗号分隔'],
  ]
  for (const [query, message] of cases)
    await admin.refused(staffList, { query: query as never }, 400, message)
  await admin.refused(
    api.leads.export,
    { query: { format: 'pdf' as never } },
    400,
    'format 仅支持:csv / xlsx',
  )
})

testOnBoth('the calendar counts the visits of every day of a month by status', async (world) => {
  const { admin } = world
  await book(world, fakePhone())
  const calendar = (month: string) => admin.call(api.appointments.calendar, { query: { month } })
  const december = await calendar('2026-12')
  assert.equal(december.length, 31)
  const zeros = Object.fromEntries(appointmentStatuses.map((status) => [status, 0]))
  assert.deepEqual(december[0], { date: '2026-12-01', byStatus: { ...zeros, confirmed: 1 } })
  assert.deepEqual(december[1], { date: '2026-12-02', byStatus: zeros })
  assert.deepEqual(december[4], { date: '2026-12-05', byStatus: { ...zeros, pending: 1, cancelled: 1 } })
  assert.deepEqual(december[30], { date: '2026-12-31', byStatus: { ...zeros, pending: 1 } })
  assert.equal((await calendar('2028-02')).length, 29)
  for (const month of ['2026-13', '2026-1', 'x', '']) {
    await admin.refused(
      api.appointments.calendar,
      { query: { month } },
      400,
      'month 需为 YYYY-MM 格式的有效月份',
    )
  }
})

testOnBoth('leads are found by the end of a number and by ids, and sorted by score', async (world) => {
  const { admin, anonymous, clock } = world
  const ids: string[] = []
  const phones: string[] = []
  for (const [score, source, name] of [
    [30, 'home', '王一'],
    [90, 'other', '王二'],
    [30, 'home', '李三'],
    [0, 'home', '王四'],
    [100, 'self-test', '赵五'],
  ] as const) {
    const body = lead({ score, source, name })
    phones.push(body.phone)
    ids.push((await anonymous.call(api.leads.submit, { body })).id)
    clock.ahead += 60 * 60 * 1000
  }
  const today = world.time.dayOf(world.time.now() - 24 * 60 * 60 * 1000)
  const cases: [Record<string, string>, number[]][] = [
    [{ order: 'newest' }, [4, 3, 2, 1, 0]],
    [{ order: 'score' }, [4, 1, 2, 0, 3]],
    [{ order: 'score', source: 'home' }, [2, 0, 3]],
    [{ order: 'score', keyword: '王', startDate: today, last24h: 'true' }, [1, 0, 3]],
    [{ phoneEnd: phones[3]!.slice(-4) }, [3]],
    [{ phoneEnd: phones[3]!.slice(-4), source: 'other' }, []],
    [{ ids: `${ids[0]},${ids[4]},lead-0,x` }, [4, 0]],
    [{ ids: ids.join(','), order: 'score', booked: 'false' }, [4, 1, 2, 0, 3]],
  ]
  for (const [query, wanted] of cases) {
    const all = await admin.call(api.leads.list, { query: query as never })
    assert.deepEqual(
      all.list.map(({ id }) => ids.indexOf(id)),
      wanted,
      JSON.stringify(query),
    )
    for (let offset = 0; offset <= wanted.length; offset++) {
      const page = await admin.call(api.leads.list, {
        query: { ...query, limit: '1', offset: String(offset) } as never,
      })
      assert.deepEqual(page.list, all.list.slice(offset, offset + 1))
      assert.equal(page.total, wanted.length)
    }
  }
  await admin.refused(
    api.leads.list,
    { query: { order: 'visit' as never } },
    400,
    'order 仅支持:newest / score / urgency / due',
  )
})
