import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { api, choicesOf } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { exclusively } from '../../server/src/db/engine.ts'
import { insertLead } from '../../server/src/leads/store.ts'
import { defaultSelfTest } from '../../server/src/self-test/default.ts'
import { booking, lead, logInAs } from '../../server/test/world.ts'
import { choose, exportCsv, goWithin, settled, silence, startConsole } from '../console.ts'

test('leads', async (t) => {
  const { world, open } = await startConsole(t)
  const submit = (changes: Record<string, unknown>) =>
    world.anonymous.call(api.leads.submit, { body: lead(changes) })

  await t.test('the first use says what will come', async (t) => {
    const page = await open(t, { at: '/leads' })
    await page.getByText('还没有线索').waitFor()
    await page.getByText('患者在健康自测或首页留下联系方式后，会出现在这里。').waitFor()
    assert.equal(await page.getByRole('button', { name: '清空筛选' }).count(), 0)
  })

  await exclusively(world.db, async (trx) => {
    for (let i = 0; i < 10_000; i++) {
      await insertLead(trx, world.time, {
        name: `测试${i}`,
        phone: `137${String(i).padStart(8, '0')}`,
        symptom: '',
        questionnaire: {},
        source: 'other',
        score: i % 101,
      })
    }
  })
  const phone = '13900001234'
  const first = await submit({ name: '甲一', phone, symptom: '腹胀', score: 88, source: 'home' })
  await submit({ name: '乙二', phone, source: 'self-test' })
  await submit({ name: '丙三' })
  await world.anonymous.call(api.appointments.create, {
    body: booking({ patientName: '甲一', patientPhone: phone }),
  })

  await t.test(
    'ten thousand are paged, filtered by every parameter, and mirrored in the address',
    async (t) => {
      const page = await open(t, { at: '/leads' })
      await page.getByText('共 10,003 条').waitFor()
      await page.getByTitle('201').click()
      await page.getByRole('button', { name: '测试0', exact: true }).waitFor()
      assert.match(page.url(), /offset=10000/)
      await page.getByLabel('姓名', { exact: true }).fill('甲')
      await page.getByText('共 1 条').waitFor()
      assert.ok(!new URL(page.url()).search.includes('keyword'), 'a name is in no address that a server sees')
      assert.match(decodeURIComponent(new URL(page.url()).hash), /keyword=甲/)
      await page.getByRole('button', { name: '清空' }).click()
      await page.getByLabel('手机号或后四位').fill(phone)
      await page.getByText('共 2 条').waitFor()
      await goWithin(
        page,
        `/leads?source=home&startDate=2020-01-01&endDate=2099-01-01&limit=20#phone=${phone}`,
      )
      await page.getByText('共 1 条').waitFor()
      await page.getByLabel('姓名', { exact: true }).fill('没有这个人')
      await page.getByText('没有符合条件的记录').waitFor()
      await page.locator('.empty-state').getByRole('button', { name: '清空筛选' }).click()
      await page.getByText('共 10,003 条').waitFor()
    },
  )

  await t.test(
    'columns are chosen, numbers are masked until they are asked for, which is noted',
    async (t) => {
      const page = await open(t, { at: `/leads?source=home` })
      assert.equal(await page.getByText(phone.replace(/^(...)(....)/, '$1 $2 ')).count(), 0)
      await page.getByText('139 **** 1234').waitFor()
      for (const name of ['症状', '备注']) {
        const { width } = (await page.getByRole('columnheader', { name }).boundingBox())!
        assert.ok(width >= 100, `${name} has ${width} px`)
      }
      await page.getByRole('button', { name: /显示完整号码/ }).click()
      await page.getByText('139 0000 1234').waitFor()
      const noted = await world.admin.call(api.audit.list, { query: { action: 'lead.read-phone' } })
      assert.equal(noted.list[0]!.target, first.id)
      await page.getByRole('button', { name: '选择要显示的列' }).click()
      await page.getByRole('checkbox', { name: '症状' }).uncheck()
      await page.getByRole('columnheader', { name: '症状' }).waitFor({ state: 'hidden' })
      await page.reload()
      await settled(page)
      assert.equal(await page.getByRole('columnheader', { name: '症状' }).count(), 0)
    },
  )

  await t.test('the drawer, by keyboard alone', async (t) => {
    const page = await open(t, { at: '/leads' })
    await page.keyboard.press('j')
    await page.getByText('线索详情').waitFor()
    await page.locator('.facts').getByText('丙三').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.locator('.facts').getByText('甲一').waitFor()
    await page.getByRole('img', { name: '自测得分 88' }).waitFor()
    await page.getByText('预约 2026-12-01 肛肠科').waitFor()
    await page.getByText(/^线索 健康自测/).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('已联系')
    await page.getByText('3 / 500').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('备注已保存').waitFor()
    await page.locator('.ant-timeline').getByText('已联系').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByText('号码已复制').waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), phone)
    await page.keyboard.press('r')
    await page.keyboard.type('没存的')
    await page.locator('h3', { hasText: '备注' }).click()
    await page.keyboard.press('k')
    await page.locator('.facts').getByText('乙二').waitFor()
    await page.keyboard.press('j')
    await page.locator('.facts').getByText('甲一').waitFor()
    assert.equal(await page.getByRole('textbox', { name: '备注' }).inputValue(), '已联系没存的')
    await page.getByRole('button', { name: '还原' }).click()
    await page.locator('.answers').getByText('您有没有上腹部疼痛').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('线索详情').waitFor({ state: 'hidden' })
  })

  await t.test('new ones are announced and wait to be asked for', async (t) => {
    const page = await open(t, { listens: true, at: '/leads' })
    await submit({ name: '刚来的' })
    await page.getByRole('button', { name: '1 条新线索' }).waitFor()
    assert.equal(await page.getByRole('button', { name: '刚来的' }).count(), 0)
    await page.getByRole('button', { name: '1 条新线索' }).click()
    await page.getByRole('button', { name: '刚来的' }).waitFor()
  })

  await t.test(
    'without a stream new ones are still announced, and no row moves under the pointer',
    async (t) => {
      const page = await open(t, { clock: true, before: silence, at: '/leads' })
      const row = page.locator('tbody tr[data-row-key]').nth(2)
      const { x, y } = (await row.boundingBox())!
      const place = [x + 300, y + 4] as const
      await page.mouse.move(...place)
      const underPointer = () =>
        page.evaluate(
          ([x, y]) => document.elementFromPoint(x, y)!.closest<HTMLElement>('tr')?.dataset.rowKey,
          place,
        )
      const before = await underPointer()
      assert.equal(before, await row.getAttribute('data-row-key'))
      await submit({ name: '轮询来的' })
      const pill = page.getByRole('button', { name: '1 条新线索' })
      // When the page begins to wait is not to be seen from here.
      for (let tries = 0; tries < 40 && !(await pill.isVisible()); tries++)
        await page.clock.fastForward(10_000)
      await pill.waitFor()
      assert.equal(await underPointer(), before)
      await pill.click()
      await page.getByRole('button', { name: '轮询来的' }).waitFor()
    },
  )

  await t.test('a call has the whole number, which the page has only then and which is noted', async (t) => {
    const page = await open(t, { alone: true, at: '/me' })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.enable')
    const called = new Promise((resolve) =>
      browser.on('Page.frameRequestedNavigation', ({ url }) => resolve(url)),
    )
    const reads = async () =>
      (await world.admin.call(api.audit.list, { query: { action: 'lead.read-phone', target: first.id } }))
        .total
    const before = await reads()
    await goWithin(page, `/leads?source=home#open=${first.id}`)
    await page.locator('.facts').getByText('甲一').waitFor()
    assert.ok(!(await page.content()).includes(phone))
    assert.equal(await reads(), before)
    await page.getByRole('button', { name: '拨打电话' }).click()
    assert.equal(await called, `tel:${phone}`)
    assert.equal(await reads(), before + 1)
  })

  await t.test('scores have bands, and no cell of an export is taken for a formula', async (t) => {
    for (const score of [39, 40, 69, 70]) {
      await submit({ name: `=${score}+1`, symptom: `@${score}`, score, source: 'appointment' })
    }
    const page = await open(t, { onward: true, at: '/leads?source=appointment' })
    await page.getByText('共 4 条').waitFor()
    assert.deepEqual(await page.locator('.score').allInnerTexts(), [
      '70\n重点',
      '69\n关注',
      '40\n关注',
      '39\n一般',
    ])
    const rows = await exportCsv(page)
    assert.equal(rows.length, 5)
    for (const row of rows) for (const cell of row.split(',')) assert.doesNotMatch(cell, /^"?[=@+-]/)
    assert.ok(rows[1]!.includes("'=70+1") && rows[1]!.includes("'@70"))
  })

  await t.test('the filter is exported whole, and several are deleted at once', async (t) => {
    const page = await open(t, { onward: true, at: '/leads?source=other' })
    for (const format of ['CSV（通用）', 'Excel（.xlsx）']) {
      await page.getByRole('button', { name: '导出', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '导出线索' })
      await dialog.getByRole('radio', { name: format }).check()
      const saving = page.waitForEvent('download')
      await dialog.getByRole('button', { name: '导出 10,000 条' }).click()
      const file = await (await saving).path()
      if (format.startsWith('CSV')) assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, 10_001)
      else assert.equal(readFileSync(file).subarray(0, 2).toString(), 'PK')
    }
    await page.getByRole('checkbox', { name: '选择 测试9999' }).check()
    await page.getByRole('checkbox', { name: '选择 测试9998' }).check()
    await page.getByRole('button', { name: '删除所选 2 条' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('已删除 2 条').waitFor()
    await page.getByText('共 9,998 条').waitFor()
  })

  await t.test('the whole state of the list is in the address, and headers sort it', async (t) => {
    const choices = choicesOf(defaultSelfTest, ['now_none', 'a40', 'b_paper', 'm_none'])!
    const questionnaire = { ...selfTestQuestionnaire(defaultSelfTest, choices, '2026-01-01T08:00:00.000Z') }
    for (const [name, score] of [
      ['警示甲', 45],
      ['警示乙', 50],
    ] as const)
      await submit({ name, score, questionnaire })
    const page = await open(t, {
      at: '/leads?level=soon&flag=bleed,mass&minScore=40&stage=new&assignee=none&source=self-test&order=score',
    })
    const names = () => page.locator('tbody .name-button').allInnerTexts()
    assert.deepEqual(await names(), ['警示乙', '警示甲'])
    for (const chosen of ['两周内就诊', '便血', '40 分及以上', '待联系', '无人跟进'])
      await page.locator('.filters .ant-select').getByText(chosen, { exact: true }).first().waitFor()
    const score = page.getByRole('columnheader', { name: '自测得分' })
    assert.equal(await score.getAttribute('aria-sort'), 'descending')
    await score.focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !location.search.includes('order'))
    await page.getByRole('columnheader', { name: '紧急程度' }).click()
    await page.waitForFunction(() => location.search.includes('order=urgency'))
    await choose(page, '自测得分', '60 分及以上')
    await page.getByText('没有符合条件的记录').waitFor()
  })

  await t.test('leads are taken, given back, and given to a colleague', async (t) => {
    const agent = await logInAs(world, 'agent')
    const assigned = async (username: string) =>
      (await world.admin.call(api.leads.list, { query: { assignee: username } })).list.map(({ name }) => name)
    const page = await open(t, { at: '/leads?flag=bleed' })
    const choice = ['警示甲', '警示乙'].map((name) => page.getByRole('checkbox', { name: `选择 ${name}` }))
    const run = async (button: string, done: string, answer?: () => Promise<void>) => {
      for (const one of choice) await one.check()
      await page.getByRole('button', { name: button }).click()
      await answer?.()
      const dialog = page.getByRole('dialog')
      await dialog.locator('.badge', { hasText: done }).nth(1).waitFor()
      await dialog.getByRole('button', { name: '知道了' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await run('由我跟进所选 2 条', '已分配')
    await page.locator('tr', { hasText: '警示甲' }).getByText('admin').waitFor()
    assert.deepEqual(await assigned('admin'), ['警示乙', '警示甲'])
    await run('退回所选 2 条', '已退回')
    assert.deepEqual(await assigned('admin'), [])
    await run('分配所选 2 条', '已分配', async () => {
      const dialog = page.getByRole('dialog', { name: '把 2 条线索分配给' })
      await dialog.getByRole('button', { name: '分配' }).click()
      await dialog.locator('.ant-form-item-explain').getByText('请选择跟进人').waitFor()
      await choose(page, '跟进人', agent.username)
      await dialog.getByRole('button', { name: '分配' }).click()
    })
    assert.deepEqual(await assigned(agent.username), ['警示乙', '警示甲'])

    const desk = await open(t, {
      username: agent.username,
      password: agent.password,
      at: '/leads?flag=bleed',
    })
    await desk.getByRole('checkbox', { name: '选择 警示甲' }).check()
    await desk.getByRole('button', { name: '退回所选 1 条' }).waitFor()
    assert.equal(await desk.getByRole('button', { name: /^分配所选/ }).count(), 0, 'not for an agent')
  })
})
