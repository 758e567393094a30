import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { api, defaultBookingRules } from '@zhenyue/contract'
import { lastWord } from '../src/bookings/consents-store.ts'
import { newMessage } from '../src/db/outbox.ts'
import { erasePerson } from '../src/erasure/store.ts'
import { booking, engines, fakePhone, lead, logInAs, startWorld, testOnBoth, testOnSqlite } from './world.ts'

const terminal = { username: 'terminal', address: '' }

testOnBoth('the privacy policy has versions; a consent names the one that was shown', async (world) => {
  const { anonymous, admin, db, url } = world
  const first = await anonymous.call(api.privacyPolicy.read)
  assert.equal(first.version, 1)
  assert.match(first.text, /我们收集什么/)
  const etag = (await fetch(`${url}/api/v1/privacy-policy`)).headers.get('etag')!
  const known = await fetch(`${url}/api/v1/privacy-policy`, { headers: { 'if-none-match': etag } })
  assert.equal(known.status, 304)

  const editor = await logInAs(world, 'editor')
  await admin.refused(api.privacyPolicy.replace, { body: { text: ' ' } }, 400, 'text 必填')
  const second = await editor.call(api.privacyPolicy.replace, { body: { text: '新的隐私政策\n第二行' } })
  assert.deepEqual([second.version, second.text], [2, '新的隐私政策\n第二行'])
  assert.deepEqual(await anonymous.call(api.privacyPolicy.read), second)

  const phone = fakePhone()
  const consent = { version: 1, purposes: ['booking', 'sms'] as const, guardian: '李父' }
  const { id } = await anonymous.call(api.appointments.create, {
    body: { ...booking({ patientPhone: phone }), consent: { ...consent, purposes: [...consent.purposes] } },
  })
  const [row, ...others] = await db.selectFrom('consents').selectAll().execute()
  assert.deepEqual(others, [])
  const { at, number: _, ...kept } = row!
  assert.deepEqual(kept, {
    phone,
    subject: id,
    channel: 'appointment',
    guardian: '李父',
    version: 1,
    digest: createHash('sha256').update(first.text).digest('base64url'),
    booking: 1,
    follow_up: 0,
    sms: 1,
  })
  assert.ok(at > 0)

  // Years later the hospital can still show which text that was.
  const { id: leadId } = await anonymous.call(api.leads.submit, {
    body: { ...lead({ phone }), consent: { version: 2, purposes: ['booking', 'follow-up'] } },
  })
  await admin.call(api.consents.withdraw, { body: { phone, purposes: ['follow-up'] } })
  const said = await admin.call(api.people.consentsOfAppointment, { params: { id } })
  assert.deepEqual(
    said.map(({ channel, version, agreed, refused, guardian }) => [
      channel,
      version,
      agreed,
      refused,
      guardian,
    ]),
    [
      ['staff', 0, [], ['follow-up'], ''],
      ['lead', 2, ['booking', 'follow-up'], ['sms'], ''],
      ['appointment', 1, ['booking', 'sms'], ['follow-up'], '李父'],
    ],
  )
  assert.deepEqual(await admin.call(api.people.consentsOfLead, { params: { id: leadId } }), said)
  const shown = await editor.call(api.privacyPolicy.version, { params: { version: '1' } })
  assert.deepEqual([shown.text, shown.digest], [first.text, said[2]!.digest])
  const versions = await editor.call(api.privacyPolicy.versions)
  assert.deepEqual(
    versions.map(({ version }) => version),
    [2, 1],
  )
  for (const version of ['0', '9', 'x'])
    await editor.refused(api.privacyPolicy.version, { params: { version } }, 404, '版本不存在')
  await admin.refused(api.people.consentsOfLead, { params: { id: 'lead-9' } }, 404, '线索不存在')
  const unknown = { params: { id: 'apt-9' } }
  await admin.refused(api.people.consentsOfAppointment, unknown, 404, '预约不存在')
  await admin.call(api.leads.remove, { params: { id: leadId } })

  const bad: [consent: unknown, message: string][] = [
    ['yes', 'consent 格式不正确'],
    [{ version: 0, purposes: [] }, 'consent.version 格式不正确'],
    [{ version: 1, purposes: ['ads'] }, 'consent.purposes 格式不正确'],
    [{ version: 1, purposes: ['sms', 'sms'] }, 'consent.purposes 格式不正确'],
    [{ version: 9, purposes: ['sms'] }, 'consent.version 不存在'],
    [{ version: 1, purposes: ['sms'], guardian: '长'.repeat(21) }, 'guardian 不超过 20 字'],
  ]
  for (const [given, message] of bad) {
    const body = { ...lead(), consent: given as never }
    await anonymous.refused(api.leads.submit, { body }, 400, message)
  }
  assert.equal((await admin.call(api.leads.list)).total, 0, 'a consent that cannot be kept keeps nothing')
})

testOnSqlite(
  'where consent is required nobody books without, but staff; children need a guardian',
  async (world) => {
    const { anonymous, admin, db, time } = world
    const needed = [400, '请先阅读并同意隐私政策'] as const
    const purposes = ['booking' as const]
    const refusing = { version: 1, purposes: ['sms' as const] }
    for (const consent of [undefined, null as never, refusing]) {
      await anonymous.refused(api.leads.submit, { body: { ...lead(), consent } }, ...needed)
      await anonymous.refused(api.appointments.create, { body: { ...booking(), consent } }, ...needed)
    }
    const bad = { ...booking({ patientAge: 0 }) }
    await anonymous.refused(api.appointments.create, { body: bad }, 400, '年龄需为 1-149 的整数')
    const child = { ...booking({ patientAge: 13 }), consent: { version: 1, purposes } }
    await anonymous.refused(api.appointments.create, { body: child }, 400, '未满 14 周岁需填写监护人姓名')
    await anonymous.call(api.appointments.create, {
      body: { ...child, consent: { ...child.consent, guardian: '李父' } },
    })
    await anonymous.call(api.appointments.create, {
      body: { ...booking({ patientAge: 14 }), consent: { version: 1, purposes } },
    })
    await admin.call(api.appointments.create, { body: booking({ patientAge: 5 }) })
    await admin.call(api.appointments.book, { body: booking({ patientAge: 5 }) })
    const phone = fakePhone()
    await anonymous.call(api.leads.submit, {
      body: { ...lead({ phone }), consent: { version: 1, purposes } },
    })

    const rules = {
      ...defaultBookingRules,
      departments: { 肛肠: { mode: 'on' as const }, 胃肠: { mode: 'off' as const } },
    }
    await admin.call(api.bookingRules.replace, { body: rules })
    const date = time.dayOf(time.startOf(time.dayOf(time.now()), 2))
    const times = { start: '23:00', end: '23:30', places: 1 }
    const slot = await admin.call(api.slots.create, { body: { date, departmentName: '肛肠', ...times } })
    await admin.call(api.appointments.book, { body: { ...booking({ date }), slotId: slot.id } })
    const waiting = { slotId: slot.id, patientName: '王五', patientAge: 9, patientPhone: phone }
    await anonymous.refused(api.waitlist.join, { body: waiting }, ...needed)
    const consent = { version: 1, purposes }
    const without = { ...waiting, consent }
    await anonymous.refused(api.waitlist.join, { body: without }, 400, '未满 14 周岁需填写监护人姓名')
    await anonymous.call(api.waitlist.join, {
      body: { ...waiting, consent: { ...consent, guardian: '王父' } },
    })
    const channels = await db.selectFrom('consents').select('channel').orderBy('number').execute()
    assert.deepEqual(
      channels.map(({ channel }) => channel),
      ['appointment', 'appointment', 'lead', 'waitlist'],
    )
  },
  { CONSENT: 'required' },
)

for (const engine of engines) {
  test(`what was agreed decides about messages, at the last moment, until all is forgotten [${engine}]`, async (t) => {
    const sms = {
      SMS_PROVIDER: 'http',
      // Nobody listens: a message that is let through is tried, one that is not is dropped.
      SMS_URL: 'http://127.0.0.1:9/',
      SMS_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    }
    const world = await startWorld(t, engine, sms)
    const { admin, anonymous, db } = world
    const { provider: _, ...settings } = await admin.call(api.messages.settings)
    const kinds = { ...settings, quietFrom: '00:00', quietTo: '00:00' }
    kinds.confirmed = { enabled: true, template: 'T', params: ['date'] }
    await admin.call(api.messages.saveSettings, { body: kinds })

    const book = async (purposes?: ('booking' | 'sms' | 'follow-up')[]) => {
      const phone = fakePhone()
      const consent = purposes && { version: 1, purposes }
      const { id } = await anonymous.call(api.appointments.create, {
        body: { ...booking({ patientPhone: phone, date: '2099-12-01' }), ...(consent && { consent }) },
      })
      return { id, phone }
    }
    const silent = await book()
    const refused = await book(['booking'])
    const agreed = await book(['booking', 'sms', 'follow-up'])
    const withdrawn = await book(['booking', 'sms', 'follow-up'])
    const withdraw = { phone: withdrawn.phone, purposes: ['sms' as const, 'booking' as const] }
    await anonymous.refused(api.consents.withdraw, { body: withdraw }, 403, '请先验证手机号')
    await admin.refused(api.consents.withdraw, { body: { purposes: ['sms'] } }, 400, '手机号必填')
    await admin.call(api.consents.withdraw, { body: withdraw })
    assert.equal(await lastWord(db, withdrawn.phone, 'sms'), false)
    assert.equal(await lastWord(db, withdrawn.phone, 'follow_up'), true)
    const visit = await admin.call(api.appointments.detail, { params: { id: withdrawn.id } })
    assert.equal(visit.status, 'pending', 'the visit stays')
    const [audit] = (await admin.call(api.audit.list, { query: { action: 'consent.withdraw' } })).list
    assert.deepEqual(audit!.changes, { purposes: [['sms', 'booking'], []] })

    const unwanted = await book()
    const { id: ofUnwanted } = await anonymous.call(api.leads.submit, {
      body: lead({ phone: unwanted.phone }),
    })
    const close = { channel: 'phone', outcome: 'reached', close: 'do-not-call' } as const
    await admin.call(api.followUp.addContact, { params: { id: ofUnwanted }, body: close })
    // Of a booking that is under another number by now, which has not agreed.
    const stray = { kind: 'confirmed', phone: agreed.phone, appointmentId: refused.id } as const

    const everyone = [silent, refused, agreed, withdrawn, unwanted]
    for (const { id } of everyone) await admin.call(api.appointments.confirm, { params: { id } })
    await db
      .insertInto('messages')
      .values(newMessage({ ...stray, key: 'stray' }, world.time.now()))
      .execute()
    const errorOfStray = async () =>
      (await db.selectFrom('messages').select('error').where('key', '=', 'stray').executeTakeFirst())?.error
    const errors = async () => {
      const { list } = await admin.call(api.messages.list)
      return everyone.map(({ id }) => {
        const message = list.findLast(({ appointmentId }) => appointmentId === id)
        // Until it is known what became of it, it says nothing.
        return message?.error && (message.error === 'not agreed to' ? 'dropped' : 'tried')
      })
    }
    for (
      let tries = 0;
      tries < 400 && [...(await errors()), await errorOfStray()].some((one) => !one);
      tries++
    ) {
      await new Promise((soon) => setTimeout(soon, 50))
    }
    assert.deepEqual(await errors(), ['tried', 'dropped', 'tried', 'dropped', 'tried'])
    assert.equal(await errorOfStray(), 'not agreed to')

    const phones = async () =>
      (await db.selectFrom('consents').select('phone').execute()).map(({ phone }) => phone)
    const { id: leadId } = await anonymous.call(api.leads.submit, {
      body: { ...lead({ phone: refused.phone }), consent: { version: 1, purposes: ['booking'] } },
    })
    await admin.call(api.leads.remove, { params: { id: leadId } })
    assert.ok((await phones()).includes(refused.phone), 'a refusal stays while anything else is kept')
    await admin.call(api.appointments.remove, { params: { id: refused.id } })
    assert.ok(!(await phones()).includes(refused.phone))
    await erasePerson(db, world.time, withdrawn.phone, terminal)
    assert.ok(!(await phones()).includes(withdrawn.phone))

    const next = fakePhone()
    const correction = { patientName: '李四', patientAge: 40, patientPhone: next }
    await admin.call(api.appointments.correctPatient, { params: { id: agreed.id }, body: correction })
    assert.deepEqual(await phones(), [next])
    assert.equal(await lastWord(db, next, 'sms'), true)
  })
}
