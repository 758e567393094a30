import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { api } from '@zhenyue/contract'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions } from '@zhenyue/contract/self-test/engine'
import { booking, fakePhone } from '../../server/test/world.ts'
import { dayFrom, dayName, keyboardOf, loseAnswer, once, startPatient } from '../patient.ts'

// Nothing but keys from here on: no click, fill or focus, which reach what a person without a pointer may not.

test('patient by keyboard alone', async (t) => {
  const { world, open: openPage } = await startPatient(t)
  const start = async (t: TestContext, path: string) => {
    const page = await openPage(t, { hasTouch: false })
    const keyboard = keyboardOf(page)
    await keyboard.open(path)
    return { page, ...keyboard }
  }

  await t.test(
    'home: notices stopped, from the list to an expert and back, and the way to call the hospital',
    async (t) => {
      const { page, press, tabTo, use, focused } = await start(t, '/')
      const { infoBanner } = await world.anonymous.call(api.home.read)
      const notices = page.locator('.info-banner li:visible')
      await use('button', '停止滚动，显示全部')
      assert.deepEqual(await notices.allInnerTexts(), infoBanner.texts)
      assert.equal(await focused.getAttribute('aria-label'), '收起，逐条滚动')
      await press('Space')
      assert.equal(await notices.count(), 1)

      const banners = await world.anonymous.call(api.banners.list)
      for (const { title } of banners) await tabTo('link', new RegExp(title))
      await once(page, '/api/v1/experts?enabled=true', (route) => route.abort())
      await use('link', '全部专家')
      await use('button', '再试一次')
      await use('link', /林若溪/)
      await page.getByRole('heading', { name: '林若溪' }).waitFor()
      await tabTo('link', '预约林若溪医生')
      await tabTo('button', '返回', 'Shift+Tab')
      await press('Enter')
      await tabTo('link', /周明远/)
      await tabTo('button', '返回', 'Shift+Tab')
      await press('Enter')
      await tabTo('link', '拨打 010-0000-0000')
      assert.equal(await focused.getAttribute('href'), 'tel:010-0000-0000')
      await use('link', '医院介绍')
      await page.waitForURL('**/hospital')
    },
  )

  await t.test('hospital: its pictures one by one, and its telephone', async (t) => {
    const { page, press, tabTo } = await start(t, '/hospital')
    const pictures = page.locator('.gallery li')
    const isShown = (index: number) =>
      page.waitForFunction((index) => {
        const { left, right } = document.querySelectorAll('.gallery li')[index]!.getBoundingClientRect()
        return left >= 0 && right <= innerWidth
      }, index)
    await tabTo('list', '医院环境')
    assert.ok((await pictures.count()) > 1)
    await isShown(0)
    await press('ArrowRight')
    await isShown(1)
    await press('ArrowLeft')
    await isShown(0)
    await tabTo('link', '拨打 010-0000-0000')
    await tabTo('link', '预约就诊')
  })

  await t.test('self-test: from home to the lead, with a step back on the way', async (t) => {
    const { page, press, type, tabTo, use, focused } = await start(t, '/')
    const phone = fakePhone()
    await use('link', /健康自测/)
    await use('link', '开始健康自测')
    const selfTest = (await world.anonymous.call(api.selfTest.read)) as SelfTestDocument
    const choices: Record<string, string[]> = {}
    const onward = () => use('button', /^(下一题|查看结果)$/)
    const answer = async (number: number) => {
      const { id, kind, zh, options } = askedQuestions(selfTest, choices)[number - 1]!
      await page.getByRole('heading', { name: zh }).waitFor()
      const chosen = kind === 'many' ? options.find(({ only }) => only)! : options[1]!
      if (kind === 'many') await use('checkbox', chosen.zh, 'Space')
      else {
        await tabTo('radio', options[0]!.zh)
        await press('ArrowDown')
      }
      choices[id] = [chosen.id]
    }

    await page.getByText('第 1 题').waitFor()
    await onward()
    await page.getByText('请至少选一项再继续').waitFor()
    await page.locator('[name=question-now]:focus').waitFor()
    await press('Space')
    await page.getByRole('heading', { name: '请马上去急诊' }).waitFor()
    await tabTo('link', '拨打 120')
    await page.locator('summary').first().focus()
    await press('Enter')
    await use('link', `修改：${selfTest.questions[0]!.zh}`)
    await page.getByText('第 1 题').waitFor()
    await answer(1)
    await onward()
    await answer(2)
    await onward()
    await page.getByText('第 3 题').waitFor()
    await use('link', '上一题')
    await tabTo('radio', selfTest.questions[1]!.options[1]!.zh)
    assert.ok(await focused.isChecked())
    for (let number = 2; number <= askedQuestions(selfTest, choices).length; number++) {
      if (number > 2) await answer(number)
      await onward()
    }
    await use('link', '把结果发给医院')
    await tabTo('textbox', '您的姓名')
    await type('孙女士')
    await tabTo('textbox', '手机号')
    await type(phone)
    await use('checkbox', /同意/, 'Space')
    await use('button', '提交给医院')
    await page.getByRole('heading', { name: '已收到您的健康自测结果' }).waitFor()
    const { list } = await world.admin.call(api.leads.list, { query: { phone } })
    assert.equal(list.length, 1)
    assert.equal(list[0]!.name, '孙女士')
    const sent = list[0]!.questionnaire as { choices: Record<string, string[]> }
    assert.deepEqual(sent.choices, choices)
    await use('link', '回首页')
    await page.waitForURL(`${world.url}/`)
  })

  await t.test('booking: from the department to the booking, and giving up thought better of', async (t) => {
    const { page, press, type, tabTo, use, focused, isSeen } = await start(t, '/appointment')
    const phone = fakePhone()
    await use('radio', /肛肠科/, 'Space')
    await tabTo('radio', /月/)
    for (let day = 1; day < 14; day++) {
      await press('ArrowRight')
      assert.ok(await isSeen(), `day ${day}`)
    }
    await page.getByRole('radio', { name: /周明远/ }).waitFor()
    await tabTo('radio', '不指定')
    await press('ArrowRight')
    await tabTo('radio', '不指定')
    await press('ArrowRight')
    await use('button', '下一步：填写就诊人')
    await tabTo('textbox', '就诊人姓名')
    await type('钱奶奶')
    await tabTo('textbox', '年龄')
    await type('68')
    await tabTo('textbox', '手机号')
    await type(phone)
    await tabTo('textbox', /哪里不舒服/)
    await type('便血三天')
    await use('checkbox', /同意/, 'Space')
    await use('button', '下一步：核对')
    await once(page, '/api/v1/appointments', loseAnswer)
    await use('button', '确认提交')
    await use('button', '不再重试，返回修改')
    assert.equal(await focused.innerText(), '先不修改')
    await press('Enter')
    assert.equal(await focused.innerText(), '不再重试，返回修改')
    await tabTo('button', '再试一次', 'Shift+Tab')
    await press('Enter')
    await page.getByRole('heading', { name: '预约已提交' }).waitFor()
    const { list } = await world.admin.call(api.appointments.list, { query: { phone } })
    assert.equal(list.length, 1)
    assert.equal(list[0]!.patientName, '钱奶奶')
    assert.equal(list[0]!.timeSlot, '上午')
    assert.equal(list[0]!.doctorName, '周明远')
    await tabTo('link', '添加到日历')
    // As outside of https.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await use('button', '复制预约信息')
    await page.getByText('已复制').waitFor()
    assert.equal(await focused.innerText(), '复制预约信息')
    await use('link', '我的预约')
    await page.waitForURL('**/my-appointments')
  })

  await t.test(
    'my appointments: found by phone, sorted by status, kept once and then cancelled',
    async (t) => {
      const patientPhone = fakePhone()
      const book = (date: string) =>
        world.anonymous.call(api.appointments.create, { body: booking({ patientPhone, date }) })
      await book(dayFrom(8))
      const { id } = await book(dayFrom(9))
      await world.admin.call(api.appointments.confirm, { params: { id } })
      const statusAtService = async () =>
        (await world.admin.call(api.appointments.detail, { params: { id } })).status

      const { page, press, type, tabTo, use, focused } = await start(t, '/')
      await use('link', '我的预约')
      await page.getByLabel('预约时填写的手机号').waitFor()
      assert.equal(await focused.getAttribute('id'), 'main', 'a new screen is read from its beginning')
      await tabTo('textbox', '预约时填写的手机号')
      await type(patientPhone)
      await press('Enter')
      await page.getByText('共 2 个预约').waitFor()
      await tabTo('radio', '全部')
      await press('ArrowRight')
      await page.getByRole('link', { name: dayName(dayFrom(9)) }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: dayName(dayFrom(8)) }).waitFor()
      await press('ArrowRight')
      await use('link', dayName(dayFrom(9)))

      await use('button', '取消预约')
      assert.equal(await focused.innerText(), '先不取消')
      await press('Enter')
      assert.equal(await focused.innerText(), '取消预约')
      assert.equal(await statusAtService(), 'confirmed')
      await press('Enter')
      await tabTo('button', '确定取消', 'Shift+Tab')
      await press('Enter')
      await page.getByText('预约已经取消').waitFor()
      assert.equal(await statusAtService(), 'cancelled')
      await use('link', '返回列表')
      await use('button', '换一个手机号')
      await tabTo('textbox', '预约时填写的手机号')
    },
  )

  await t.test('settings: text size, large view, language, and clearing what was entered', async (t) => {
    const { page, press, tabTo, use, focused } = await start(t, '/')
    const html = (name: string) => page.getAttribute('html', name)
    await use('button', '长辈版')
    assert.equal(await html('data-elder'), 'true')
    await press('Space')
    assert.equal(await html('data-elder'), 'false')
    await use('link', '设置')
    await tabTo('radio', '标准')
    await press('ArrowRight')
    assert.equal(await html('data-size'), 'large')
    await press('ArrowRight')
    assert.equal(await html('data-size'), 'huge')
    await tabTo('radio', '标准版', 'Shift+Tab')
    await press('ArrowRight')
    assert.equal(await html('data-elder'), 'true')
    await press('ArrowLeft')
    assert.equal(await html('data-elder'), 'false')
    await tabTo('radio', '中文')
    await press('ArrowRight')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    assert.equal(await html('lang'), 'en')
    assert.equal(await focused.getAttribute('value'), 'en')
    await use('button', 'Clear what I entered')
    await page.getByText('Cleared').waitFor()
    await tabTo('link', 'Help')
  })

  await t.test(
    'the skip link leads to the content, leaves the screen as it is, and back still leads back',
    async (t) => {
      const patientPhone = fakePhone()
      await world.anonymous.call(api.appointments.create, {
        body: booking({ patientPhone, date: dayFrom(8) }),
      })
      const { page, press, type, tabTo, use, focused } = await start(t, '/my-appointments')
      await press('Enter')
      assert.equal(await focused.getAttribute('id'), 'main')
      await page.locator('[name=phone]').waitFor()
      await press('Tab')
      assert.equal(await focused.getAttribute('name'), 'phone')
      await type(patientPhone)
      await press('Enter')
      await use('link', dayName(dayFrom(8)))
      await page.getByRole('button', { name: '取消预约' }).waitFor()
      await tabTo('link', '跳到正文', 'Shift+Tab')
      await press('Enter')
      assert.equal(await focused.getAttribute('id'), 'main')
      await tabTo('button', '取消预约')
      await tabTo('button', '返回', 'Shift+Tab')
      await press('Enter')
      await tabTo('link', dayName(dayFrom(8)))
    },
  )
})
