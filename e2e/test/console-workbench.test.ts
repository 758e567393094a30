import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { api, choicesOf } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { defaultSelfTest } from '../../server/src/self-test/default.ts'
import { booking, fakePhone, lead, logInAs } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut } from '../checks.ts'
import { drawn, startConsole } from '../console.ts'

const hour = 60 * 60 * 1000
const named = (page: Page, name: string) => page.locator('.bench-head h2', { hasText: name })
const queued = (page: Page) => page.locator('.bench-queue li strong').allInnerTexts()

test('the workbench', async (t) => {
  const { world, open } = await startConsole(t)
  const { admin, anonymous, time } = world
  const submit = async (name: string, changes: Record<string, unknown> = {}) =>
    (await anonymous.call(api.leads.submit, { body: lead({ name, ...changes }) })).id
  const followOf = async (id: string) =>
    (await admin.call(api.leads.detail, { params: { id }, query: { follow: 'true' } })).follow!
  const agent = await logInAs(world, 'agent')
  const visit = { username: agent.username, password: agent.password }

  const family = fakePhone()
  const ids: Record<string, string> = {}
  world.clock.ahead = -2 * hour
  for (const [index, name] of '甲乙丙丁戊己庚'.split('').entries()) {
    ids[name] = await submit(`等候${name}`, { score: 90 - index, ...(index === 0 && { phone: family }) })
  }
  world.clock.ahead = 0
  const choices = choicesOf(defaultSelfTest, ['now_bleed'])!
  const flagged = { ...selfTestQuestionnaire(defaultSelfTest, choices, '2026-01-01T08:00:00.000Z') }
  ids['急'] = await submit('警示急', { score: 80, questionnaire: flagged })
  ids['新'] = await submit('刚来新', { score: 79 })
  ids['逾'] = await submit('逾期逾', { score: 78 })
  await admin.call(api.appointments.create, {
    body: booking({ patientName: '家人', patientPhone: family, date: '2027-01-05' }),
  })

  await t.test('ten are claimed and worked through by keyboard alone', async (t) => {
    const page = await open(t, visit)
    await page.getByText('还有 10 位待领取').waitFor()
    await page.keyboard.press('q')
    await page.getByText('已领取 10 位').waitFor()
    await agent.call(api.followUp.addContact, {
      params: { id: ids['逾']! },
      body: { channel: 'phone', outcome: 'busy', note: '', nextContactAt: time.show(time.now() - hour) },
    })
    await page.locator('.bench-queue h2', { hasText: '已逾期' }).waitFor()
    const order = await queued(page)
    assert.deepEqual(order.slice(0, 3), ['逾期逾', '警示急', '刚来新'])
    assert.equal(order.length, 10)

    assert.ok(await named(page, '警示急').isVisible(), 'who was open stays open while others come before')
    await page.keyboard.press('k')
    await named(page, '逾期逾').waitFor()
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/phone'))
    await page.keyboard.press('d')
    await asked
    await page.locator('.bench-phone .digits', { hasText: /^\d{3} \d{4} \d{4}$/ }).waitFor()
    // A click on a radio leaves the focus there; a key that is held acts once.
    await page.locator('.bench-note .ant-segmented-item', { hasText: '微信' }).click()
    for (const press of ['down', 'down', 'up'] as const) await page.keyboard[press]('1')
    await page.keyboard.press('2')
    await named(page, '警示急').waitFor()
    const noted = await followOf(ids['逾']!)
    assert.deepEqual([noted.stage, noted.contacts], ['contacted', 2], 'call and note were three keys')
    assert.match(noted.nextContactAt, / 09:00:00$/)

    await page.keyboard.press('r')
    await page.keyboard.type('1 位家属接听')
    const question = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    await (await question).dismiss()
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    await page.keyboard.press('Escape')
    await page.keyboard.press('2')
    await page.keyboard.press('1')
    await named(page, '刚来新').waitFor()
    const [contact] = await agent.call(api.followUp.contacts, { params: { id: ids['急']! } })
    assert.deepEqual([contact!.outcome, contact!.note], ['no-answer', '1 位家属接听'])
    // Late in the evening an hour later is tomorrow.
    const isToday = time.dayOf(time.now() + hour) === time.dayOf(time.now())
    if (isToday) await page.locator('.bench-queue h2', { hasText: '今天稍后' }).waitFor()

    for (const next of [...order.slice(3), '都联系完了']) {
      await page.keyboard.press('4')
      await page.keyboard.press('6')
      await (next === '都联系完了' ? page.getByText(next) : named(page, next)).waitFor()
    }
    assert.deepEqual(await queued(page), isToday ? ['警示急'] : [])
    assert.equal((await followOf(ids['甲']!)).closed, 'invalid')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).getByText('领取线索').waitFor()
  })

  await t.test('who claims sees nobody of another; a new lead rings and shows in the title', async (t) => {
    for (let i = 0; i < 12; i++) await submit(`分配${i}`)
    const other = await logInAs(world, 'agent', 'two-agent')
    const countNotes = () => {
      const start = OscillatorNode.prototype.start
      Object.assign(globalThis, { notes: 0 })
      OscillatorNode.prototype.start = function (...when) {
        ;(globalThis as unknown as { notes: number }).notes++
        start.apply(this, when)
      }
    }
    const page = await open(t, {
      username: other.username,
      password: other.password,
      before: (page) => page.addInitScript(countNotes),
      listens: true,
      alone: true,
    })
    const [mine] = await Promise.all([
      agent.call(api.followUp.claim, { body: { count: 6 } }),
      page.getByRole('button', { name: '领取' }).click(),
    ])
    await page.getByText(/^已领取 \d+ 位$/).waitFor()
    const seen = await queued(page)
    assert.ok(seen.length >= 6)
    assert.deepEqual(
      seen.filter((name) => mine.list.some((one) => one.name === name)),
      [],
    )
    await submit('响铃的人')
    await page.waitForFunction(() => document.title.startsWith('（1 条新线索）'))
    assert.equal(await page.evaluate('notes'), 2)
    await page.keyboard.press('j')
    await page.waitForFunction(() => document.title.startsWith('工作台'))
    await page.getByRole('checkbox', { name: '新线索提示音' }).uncheck()
    await submit('安静的人')
    await page.waitForFunction(() => document.title.startsWith('（1 条新线索）'))
    assert.equal(await page.evaluate('notes'), 2)
  })

  await t.test(
    'the family is seen, a booking is made in place, and a phone shows one page at a time',
    async (t) => {
      await admin.call(api.followUp.reopen, { params: { id: ids['甲']! } })
      const { phone } = await admin.call(api.leads.detail, { params: { id: ids['乙']! } })
      await submit('又来乙', { phone, source: 'home', questionnaire: flagged })
      const page = await open(t, visit)
      assert.equal((await queued(page))[0], '又来乙', 'who has alarm signs now comes first, closed or not')
      await page.getByRole('button', { name: /^等候甲/ }).click()
      await page.locator('.related li', { hasText: '家人' }).getByText('2027-01-05').waitFor()
      await page.locator('.related li', { hasText: '号码有误' }).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
        await drawn(page)
        assert.deepEqual(await axeFinds(page, ...(colorScheme === 'dark' ? [ofColours] : [])), [])
      }
      const refusal = { status: 429, json: { code: 429, message: '请求过于频繁,请稍后再试' } }
      await page.route('**/phone', (route) => route.fulfill(refusal))
      const refused = page.waitForResponse('**/phone')
      await page.keyboard.press('o')
      assert.equal((await refused).status(), 429)
      await page.getByText(/^今天查看的完整号码已达/).waitFor()
      await page.unroute('**/phone')
      await page.keyboard.press('o')
      const dialog = page.getByRole('dialog', { name: '新增预约' })
      await dialog.getByLabel('年龄').fill('50')
      await dialog
        .locator('label', { has: page.getByRole('radio') })
        .filter({ hasText: '肛肠科' })
        .click()
      await dialog.getByLabel('就诊日期').fill('2027-02-01')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: '提交预约' }).click()
      await page.locator('.bench-head .badge', { hasText: '已预约' }).waitFor()
      await dialog.waitFor({ state: 'hidden' })
      await page.keyboard.press('9')
      await page.waitForFunction(
        () => !document.querySelector('.bench-queue')?.textContent?.includes('等候甲'),
      )
      const { stage, closed } = await followOf(ids['甲']!)
      assert.deepEqual([stage, closed], ['closed', 'done'])

      await page.setViewportSize({ width: 390, height: 800 })
      assert.ok(!(await sticksOut(page)))
      await page.getByRole('button', { name: '返回队列' }).click()
      await page.getByRole('button', { name: /^又来乙/ }).click()
      await named(page, '又来乙').waitFor()
      assert.equal(await page.locator('.bench-queue').count(), 0)
      assert.ok(!(await sticksOut(page)))
    },
  )

  await t.test(
    'reception confirms appointments, an editor is asked nothing, and neither is refused',
    async (t) => {
      await anonymous.call(api.appointments.create, { body: booking({ patientName: '待确认的人' }) })
      for (const role of ['reception', 'editor'] as const) {
        const { username, password } = await logInAs(world, role)
        const page = await open(t, { username, password, at: '/me' })
        const refused: string[] = []
        page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
        await page.getByRole('link', { name: '诊约工作台' }).click()
        if (role === 'editor') await page.getByRole('heading', { name: '首页编辑' }).waitFor()
        else {
          const line = page.locator('.bench-lines li', { hasText: '待确认的人' })
          await line.getByRole('button', { name: '确认' }).click()
          await line.getByRole('button', { name: '撤销' }).waitFor()
        }
        assert.deepEqual(refused, [])
      }
    },
  )
})
