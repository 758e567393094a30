import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { erasePerson } from '../../server/src/erasure/store.ts'
import { booking, lead } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut } from '../checks.ts'
import { drawn, exportCsv, goWithin, settled, startConsole } from '../console.ts'

test('a working day', async (t) => {
  const { world, open } = await startConsole(t)
  const { admin, anonymous, time } = world
  const book = async (patientName: string, changes: Record<string, unknown> = {}) =>
    (await anonymous.call(api.appointments.create, { body: booking({ patientName, ...changes }) })).id
  const statusOf = async (id: string) =>
    (await admin.call(api.appointments.detail, { params: { id } })).status
  const today = time.dayOf(time.now())

  await t.test('a second click after 确认 does nothing, and a slip is taken back', async (t) => {
    const id = await book('连点', { date: today })
    const page = await open(t, { clock: true, at: '/appointments#keyword=连点' })
    const button = page.getByRole('button', { name: '确认', exact: true })
    const box = (await button.boundingBox())!
    const place = [box.x + box.width / 2, box.y + box.height / 2] as const
    await page.mouse.click(...place)
    await page.clock.runFor(400)
    await page.mouse.click(...place)
    const row = page.locator('tr', { hasText: '连点' })
    await row.getByRole('button', { name: '撤销' }).click()
    await page.clock.runFor(7000)
    await button.waitFor()
    assert.equal(await statusOf(id), 'pending')
    await page.mouse.click(...place)
    await page.clock.runFor(400)
    await page.mouse.click(...place)
    const sent = page.waitForResponse((answer) => answer.url().includes('/confirm'))
    await page.clock.runFor(7000)
    await sent
    await row.getByRole('button', { name: '完成就诊' }).waitFor()
    assert.equal(await statusOf(id), 'confirmed')
  })

  await t.test('a visit to come is completed only after a question', async (t) => {
    const id = await book('还没来', { date: '2030-01-01' })
    await admin.call(api.appointments.confirm, { params: { id } })
    const page = await open(t, { at: '/appointments#keyword=还没来' })
    await page.getByRole('button', { name: '完成就诊' }).click()
    const question = page.getByRole('dialog', { name: '还没来 已经来就诊了吗？' })
    await question.getByRole('button', { name: '先不完成' }).click()
    await question.waitFor({ state: 'hidden' })
    assert.equal(await statusOf(id), 'confirmed')
  })

  await t.test('two write one remark: the later sees both texts and decides', async (t) => {
    const id = await book('两人写')
    const page = await open(t, { onward: true, at: `/appointments#open=${id}` })
    const field = page.getByRole('textbox', { name: '备注' })
    await field.fill('我写的')
    await admin.call(api.appointments.setRemark, { params: { id }, body: { remark: '同事写的' } })
    await page.keyboard.press('Control+s')
    await page.getByText('您写的时候，别人也改了这条备注').waitFor()
    await page.locator('.ant-alert').getByText('同事写的').waitFor()
    assert.equal(await field.inputValue(), '我写的')
    const remark = async () => (await admin.call(api.appointments.detail, { params: { id } })).remark
    assert.equal(await remark(), '同事写的')
    await page.getByRole('button', { name: '用我的，覆盖对方' }).click()
    await page.getByText('备注已保存').waitFor()
    assert.equal(await remark(), '我写的')
    await page.locator('h3', { hasText: '备注' }).click()
    await page.keyboard.press('r')
    await page.keyboard.type('！')
    assert.equal(await field.inputValue(), '我写的！', 'behind what is there')
  })

  await t.test(
    'an answer that comes late does not show a remark as it was before it was saved',
    async (t) => {
      const id = await book('回得晚')
      const page = await open(t, {
        alone: true,
        listens: true,
        at: `/appointments#keyword=回得晚&open=${id}`,
      })
      const field = page.getByRole('textbox', { name: '备注' })
      await field.waitFor()
      const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = page.route(
        `**/api/v1/appointments/${id}?*`,
        async (route) => {
          const response = await route.fetch()
          asked.resolve()
          await answer.promise
          await route.fulfill({ response })
        },
        { times: 1 },
      )
      await late
      await admin.call(api.appointments.setRemark, { params: { id }, body: { remark: '同事写的' } })
      await asked.promise
      await field.fill('我写的')
      await page.keyboard.press('Control+s')
      await page.getByRole('button', { name: '用我的，覆盖对方' }).click()
      await page.getByText('备注已保存').waitFor()
      const again = page.waitForResponse((response) => response.url().includes(`/appointments/${id}?`))
      answer.resolve()
      await again
      await drawn(page)
      assert.equal(await field.inputValue(), '我写的')
    },
  )

  await t.test('a questionnaire has its questions, and what the patient was told', async (t) => {
    const { id } = await anonymous.call(api.leads.submit, {
      body: lead({
        score: 12,
        questionnaire: { total: 12, answers: { 0: '没有', 5: '大便带血或滴血' }, createdAt: '2026-01-01' },
      }),
    })
    const page = await open(t, { onward: true, at: `/leads#open=${id}` })
    const answer = page.locator('.answers > div', { hasText: '大便带血或滴血' })
    await answer.getByText(/您的大便里或.*纸上有没有血/).waitFor()
    await page.locator('.questionnaire').getByText('请在两周内看医生').waitFor()
    await page.locator('.questionnaire').getByText('便血').waitFor()
    await goWithin(page, '/leads?order=score')
    await page.getByText('自测得分高的在前').waitFor()
  })

  await t.test('a number as it is shown and its last four digits are found', async (t) => {
    await book('找号码', { patientPhone: '13900182571' })
    const page = await open(t, { onward: true, at: '/appointments' })
    for (const typed of ['139 0018 2571', '2571', '+86 139-0018-2571']) {
      await page.getByLabel('手机号或后四位').fill(typed)
      await page.getByText('共 1 条').waitFor()
      await page.getByRole('button', { name: '找号码' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(typed)
      await page.getByRole('option', { name: /找号码/ }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '清空' }).click()
    }
  })

  await t.test('ticked rows are exported alone, selected rows can be read in both themes', async (t) => {
    for (const name of ['勾选甲', '勾选乙', '勾选丙']) await book(name, { date: '2027-03-01' })
    const page = await open(t, { onward: true, at: '/appointments?dateFrom=2027-03-01&dateTo=2027-03-01' })
    await page.getByRole('checkbox', { name: '选择 勾选乙' }).check()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await drawn(page)
      assert.deepEqual(await axeFinds(page, ofColours), [])
    }
    const rows = await exportCsv(page)
    assert.equal(rows.length, 2)
    assert.ok(rows[1]!.includes('勾选乙'))
  })

  await t.test('J goes on where it was after Esc', async (t) => {
    for (const name of ['次序丙', '次序乙', '次序甲']) await book(name, { date: '2027-04-01' })
    const page = await open(t, { at: '/appointments?dateFrom=2027-04-01&dateTo=2027-04-01' })
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.locator('.facts').getByText('次序乙').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('预约详情').waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.locator('.facts').getByText('次序丙').waitFor()
  })

  await t.test('at 1024 px actions, menu and header stay; a long name covers nothing', async (t) => {
    for (let i = 0; i < 30; i++)
      await book('欧阳慕容司徒上官诸葛东方令狐皇甫尉迟长孙', { date: '2027-05-01' })
    const page = await open(t, { width: 1024, at: '/appointments?dateFrom=2027-05-01&dateTo=2027-05-01' })
    const row = page.locator('tbody tr[data-row-key]').first()
    const action = (await row.getByRole('button', { name: '取消预约' }).boundingBox())!
    assert.ok(action.x + action.width <= 1024)
    const name = (await row.locator('.name-note').boundingBox())!
    const phone = (await row.locator('.phone').boundingBox())!
    assert.ok(name.x + name.width <= phone.x, 'the name ends before the phone')
    await page.locator('tbody tr[data-row-key]').last().scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 3000)
    await drawn(page)
    await page.getByRole('columnheader', { name: '手机号' }).and(page.locator(':visible')).waitFor()
    const header = (await page.getByRole('columnheader', { name: '手机号' }).boundingBox())!
    assert.ok(header.y >= 0 && header.y < 860, 'the header is on the screen')
    const menu = (await page.getByRole('link', { name: '线索', exact: true }).boundingBox())!
    assert.ok(menu.y >= 0, 'the menu is on the screen')
  })

  await t.test('on a phone: cards, a sheet of filters, a menu with words; nothing sticks out', async (t) => {
    await book('手机上', { date: '2027-06-01' })
    const page = await open(t, { onward: true, width: 390 })
    for (const path of [
      '/',
      '/leads',
      '/appointments',
      '/appointments?view=board',
      '/appointments?view=calendar',
      '/appointments?view=sheet&day=2027-05-01',
      '/home',
      '/experts',
      '/hospital',
      '/accounts',
      '/sessions',
      '/audit',
      '/security-log',
      '/me',
    ]) {
      await goWithin(page, path)
      assert.ok(!(await sticksOut(page)), `${path} sticks out`)
    }
    await page.getByRole('button', { name: '主菜单' }).click()
    await page
      .getByRole('navigation', { name: '主菜单' })
      .getByRole('link', { name: '预约', exact: true })
      .click()
    await settled(page)
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('dialog').getByLabel('患者姓名').fill('手机上')
    await page.getByRole('button', { name: '查看结果' }).click()
    await page.getByRole('button', { name: '筛选（1）' }).waitFor()
    const card = page.locator('.row-card', { hasText: '手机上' })
    await card.getByText(/139 \*{4} \d{4}/).waitFor()
    await card.getByText('待确认').waitFor()
    assert.deepEqual(await card.locator('.card-foot').getByRole('button').allInnerTexts(), ['确认'])
    await page.getByRole('button', { name: '查看结果' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await axeFinds(page), [])
  })

  await t.test('the hospital is edited, and the log tells it in words with masked names', async (t) => {
    const id = await book('钱多多')
    await admin.call(api.appointments.confirm, { params: { id } })
    const page = await open(t, { onward: true, at: '/hospital' })
    await page.getByRole('button', { name: '编辑' }).click()
    const meanwhile = { params: { id: 'h-001' }, body: { level: '三级甲等（新）' } }
    await admin.call(api.hospitals.update, meanwhile)
    await page.getByLabel('电话').fill('010-0000-0009')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('医院信息已保存').waitFor()
    const [hospital] = await anonymous.call(api.hospitals.list)
    assert.deepEqual([hospital!.phone, hospital!.level], ['010-0000-0009', '三级甲等（新）'])
    await admin.call(api.home.updateHero, { body: { primaryCta: { link: '/experts' } } })
    await goWithin(page, '/audit')
    await page.locator('tr', { hasText: '修改医院信息' }).getByText('010-0000-0009').waitFor()
    await page.locator('tr', { hasText: '修改首页' }).getByText('首页头图 · 按钮 · 点击后前往').waitFor()
    const row = page.locator('tr', { hasText: '预约 钱**' })
    assert.match((await row.locator('.change').innerText()).replace(/\s+/g, ' '), /状态 待确认 → 已确认/)
    const text = await page.locator('main').innerText()
    assert.doesNotMatch(text, /pending|confirmed|true|false|[{}]|base64|primaryCta/)
  })

  await t.test('after an erasure nothing is announced that is gone', async (t) => {
    const page = await open(t, { listens: true, at: '/leads' })
    const gone = lead({ name: '要清除' })
    await anonymous.call(api.leads.submit, { body: gone })
    await page.getByRole('button', { name: '1 条新线索' }).waitFor()
    await erasePerson(world.db, time, gone.phone, { username: 'terminal', address: '' })
    await page.getByRole('button', { name: '1 条新线索' }).waitFor({ state: 'hidden' })
    await anonymous.call(api.leads.submit, { body: lead({ name: '真来了' }) })
    await page.getByRole('button', { name: '1 条新线索' }).waitFor()
  })

  await t.test('a disabled colleague is told, and hears nothing more', async (t) => {
    const account = { username: 'leaving', password: 'a colleague has this' }
    const made = await admin.call(api.accounts.create, { body: account })
    const page = await open(t, { ...account, alone: true, listens: true, at: '/leads' })
    await admin.call(api.accounts.update, { params: { id: made.account.id }, body: { enabled: false } })
    await page.getByRole('dialog', { name: '登录已失效，请重新登录' }).waitFor()
    await page.getByText('也可能是账号已停用').waitFor()
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await anonymous.call(api.leads.submit, { body: lead() })
    await page.waitForTimeout(2500)
    assert.deepEqual(calls, [])
    assert.equal(await page.getByRole('button', { name: /条新线索/ }).count(), 0)
  })
})
