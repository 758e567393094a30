import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions } from '@zhenyue/contract/self-test/engine'
import type { Page } from 'playwright-core'
import { fakePhone, lead } from '../../server/test/world.ts'
import { axeFinds, sticksOut } from '../checks.ts'
import {
  answersWith,
  answerWith,
  faultsOf,
  isWithoutFaults,
  keepAnswers,
  loseAnswer,
  once,
  startPatient,
} from '../patient.ts'

const onward = (page: Page) =>
  page
    .getByRole('button', { name: /^(下一题|查看结果)$/ })
    .first()
    .click()
const submit = (page: Page) => page.getByRole('button', { name: '提交给医院' }).click()
const again = (page: Page) => page.getByRole('button', { name: '再试一次' }).click()
const isDone = (page: Page) => page.getByRole('heading', { name: '已收到您的健康自测结果' }).waitFor()
const hospital = '010-0000-0000'

/** Where the links that call lead, in the order of the page. */
const callsOf = (page: Page) =>
  page
    .locator('main a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    .then((all) => all.map((href) => href.replace('tel:', '')))

test('patient self-test', async (t) => {
  const { world, open } = await startPatient(t)
  const selfTest = (await world.anonymous.call(api.selfTest.read)) as SelfTestDocument
  const leadsOf = async (phone: string) => {
    const { list } = await world.admin.call(api.leads.list, { query: { phone } })
    return list
  }
  const toDetails = async (page: Page, phone: string, option = 'n_itch') => {
    await page.goto('/privacy')
    await keepAnswers(page, selfTest, answersWith(selfTest, option))
    await page.goto('/self-test/details')
    await page.getByLabel('您的姓名').fill('孙女士')
    await page.getByLabel('手机号').fill(phone)
    await page.getByLabel(/同意/).check()
  }

  await t.test(
    'an emergency ends it at once; changed, bleeding leads to a department and a lead',
    async (t) => {
      const page = await open(t)
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await page.goto('/')
      await page
        .getByRole('link', { name: /健康自测/ })
        .first()
        .waitFor()
      assert.ok(!loaded.includes('/api/v1/self-test'), 'no part of the first load')
      await page.goto('/self-test/7')
      await page.getByText('第 1 题，共 13 题').waitFor()
      await onward(page)
      await page.getByText('请至少选一项再继续').waitFor()
      await page.getByLabel('吐血，或吐出像咖啡渣的东西').click()
      await page.getByRole('heading', { name: '请马上去急诊' }).waitFor()
      assert.deepEqual((await callsOf(page)).slice(0, 2), ['120', hospital])
      assert.equal(await page.locator('main a[href="/appointment"]').count(), 0)
      await page.goBack()
      const none = page.getByRole('checkbox', { name: '都没有' })
      assert.ok(await page.getByRole('checkbox', { name: /吐血/ }).isChecked())
      await none.check()
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 1)
      await onward(page)

      const choices = answersWith(selfTest, 'a40', 'b_paper', 'f_crc')
      const asked = askedQuestions(selfTest, choices)
      for (const [index, { id, zh, options }] of asked.entries()) {
        if (index === 0) continue
        await page.getByRole('heading', { name: zh }).waitFor()
        for (const option of options)
          if (choices[id]!.includes(option.id)) await page.getByLabel(option.zh, { exact: true }).check()
        if (index === 4) await page.getByText('第 5 题，共 14 题').waitFor()
        if (index === 5) {
          await page.getByRole('link', { name: '上一题' }).click()
          assert.ok(await page.getByRole('checkbox', { name: '都没有' }).isChecked())
          await onward(page)
        }
        await onward(page)
      }
      await page.getByRole('heading', { name: '请在两周内看医生' }).waitFor()
      await page.getByText(/^您提到：便血、体重下降/).waitFor()
      assert.doesNotMatch(await page.locator('main').innerText(), /\d ?分(?!钟)|得分/)
      assert.equal((await callsOf(page))[0], '/appointment')
      await page.getByText('规则和来源', { exact: true }).click()
      await page.getByText('来源：NICE NG12').first().waitFor()

      await page.getByText('查看和修改我的回答').click()
      await page.getByRole('link', { name: /^修改：最近三个月，大便里/ }).click()
      await page.getByRole('checkbox', { name: '没有', exact: true }).check()
      await page.getByRole('button', { name: '查看结果' }).click()
      await page.getByRole('heading', { name: '建议找时间看看医生' }).waitFor()
      await page.goBack()
      await page.getByRole('checkbox', { name: /^手纸上/ }).check()
      await page.getByRole('button', { name: '查看结果' }).click()
      await page.getByRole('link', { name: '预约肛肠科' }).click()
      await page.getByRole('radio', { name: /肛肠科/, checked: true }).waitFor()
      await page.goto('/self-test/details')

      const phone = fakePhone()
      await page.getByLabel('您的姓名').fill('孙女士')
      await page.getByLabel('手机号').fill(phone)
      await page.getByLabel(/同意/).check()
      await submit(page)
      await isDone(page)
      const [sent] = await leadsOf(phone)
      const { createdAt, ...questionnaire } = sent!.questionnaire as Record<string, unknown>
      assert.deepEqual([sent!.name, sent!.source, sent!.score], ['孙女士', 'self-test', 48])
      assert.equal(new Date(createdAt as string).toISOString(), createdAt)
      assert.deepEqual(questionnaire['choices'], choices)
      const { level, flags, rules, department, total, version } = questionnaire
      assert.deepEqual(
        [level, flags, rules, department, total, version],
        ['soon', ['bleed', 'risk'], ['S1', 'R1'], '肛肠', 48, selfTest.version],
      )
      const answers = questionnaire['answers'] as Record<string, string>
      assert.equal(answers['3'], '手纸上、大便表面有鲜血，或滴血')
      assert.equal((questionnaire['questions'] as Record<string, string>)['3'], selfTest.questions[3]!.zh)
      assert.equal(Object.keys(answers).length, 14)
      const [agreed] = await world.db.selectFrom('consents').selectAll().where('phone', '=', phone).execute()
      assert.deepEqual([agreed!.version, agreed!.booking, agreed!.follow_up, agreed!.sms], [1, 1, 1, 0])
      assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.self-test')), null)
      await page.reload()
      await isDone(page)
    },
  )

  await t.test(
    'nothing found reassures nobody, in the large view; another version begins anew',
    async (t) => {
      const page = await open(t, { view: 'zh.normal.elder' })
      await page.goto('/privacy')
      await keepAnswers(page, selfTest, answersWith(selfTest))
      await page.goto('/self-test/result')
      await page.getByRole('heading', { name: '这次没有发现报警信号' }).waitFor()
      const main = page.locator('main')
      assert.equal(await main.locator('.notice-good, .notice-info').count(), 0)
      assert.doesNotMatch(await main.innerText(), /没有问题|正常|放心|得分/)
      await main.getByText(/这不是诊断.*尚未经本院医师审核/).waitFor()
      for (const number of ['120', hospital]) assert.ok((await callsOf(page)).includes(number))
      assert.equal(await sticksOut(page), false)
      assert.deepEqual(await axeFinds(page), [])

      const approvedBy = { name: '周明远', title: '主任医师' }
      await world.admin.call(api.selfTest.publish, { body: { approvedBy } })
      await page.reload()
      await page.getByText('健康自测的题目更新了').waitFor()
      await page.waitForURL('**/self-test')
      await main.getByText(/周明远 主任医师审核/).waitFor()
      // Opened by its address, it does not say that anything was sent.
      await page.goto('/self-test/done')
      await page.getByRole('link', { name: '开始健康自测' }).click()
      await page.getByText('第 1 题').waitFor()
      Object.assign(selfTest, await world.anonymous.call(api.selfTest.read))
    },
  )

  await t.test('English: the urgent result calls first', async (t) => {
    const page = await open(t, { view: 'en.normal.plain', width: 430 })
    await page.goto('/privacy')
    await keepAnswers(page, selfTest, answersWith(selfTest, 'b_dark'))
    await page.goto('/self-test/result')
    await page.getByRole('heading', { name: 'See a doctor today or tomorrow' }).waitFor()
    assert.deepEqual((await callsOf(page)).slice(0, 3), ['120', hospital, '/appointment'])
    await page.getByText('approved by 周明远').first().waitFor()
    const chinese = (await page.locator('main').innerText()).replace(
      /周明远 主任医师|青禾.*?）|中国.*|慢性.*/g,
      '',
    )
    assert.doesNotMatch(chinese, /\p{Script=Han}/u)
    assert.deepEqual(await axeFinds(page), [])
  })

  await t.test('without script: what to do in an emergency, and whom to call', async (t) => {
    const page = await open(t, { javaScriptEnabled: false })
    await page.goto('/self-test')
    for (const number of ['120', hospital])
      assert.ok(await page.locator(`main a[href="tel:${number}"]`).first().isVisible())
    assert.ok(await page.getByText('请立即拨打 120').first().isVisible())
  })

  await t.test('wrong input is told with what to do, and nothing is sent', async (t) => {
    const page = await open(t)
    await toDetails(page, fakePhone())
    page.on('request', (request) => assert.notEqual(request.method(), 'POST'))
    const cases: [string, string, string][] = [
      ['您的姓名', '　 ', '请填写姓名（最多 20 个字）'],
      ['您的姓名', '名'.repeat(21), '请填写姓名（最多 20 个字）'],
      ['手机号', '', '请填写 11 位手机号'],
      ['手机号', '1390000', '请填写 11 位手机号'],
      ['还有什么想告诉医生', '痛'.repeat(501), '请写在 500 字以内'],
    ]
    for (const [label, typed, fault] of cases) {
      const input = page.getByLabel(label)
      const before = await input.inputValue()
      await input.fill(typed)
      await submit(page)
      assert.deepEqual(await faultsOf(page), [fault], `${label} ${typed}`)
      assert.equal(await input.getAttribute('aria-invalid'), 'true')
      await input.fill(before)
      await isWithoutFaults(page)
    }
    await page.getByLabel(/同意/).uncheck()
    await submit(page)
    assert.deepEqual(await faultsOf(page), ['请先勾选同意，再继续'])
  })

  await t.test('a number that is known is told so kindly, with ways on and without a retry', async (t) => {
    const page = await open(t)
    const taken = fakePhone()
    await world.anonymous.call(api.leads.submit, { body: lead({ phone: taken, source: 'self-test' }) })
    await toDetails(page, taken, 'b_dark')
    await submit(page)
    await page.getByText('这个手机号已经交过健康自测，医院会联系您，不用再交。').waitFor()
    assert.equal(await page.getByRole('button', { name: /再试一次|提交给医院/ }).count(), 0)
    await page.getByText('不要等电话，请今天或明天就去看医生').waitFor()
    await page
      .locator('main')
      .getByRole('link', { name: `拨打 ${hospital}` })
      .waitFor()
    await page.locator('main').getByRole('link', { name: '预约就诊' }).waitFor()
    const other = fakePhone()
    await page.getByLabel('手机号').fill(other)
    await submit(page)
    await isDone(page)
    await page.getByText('不要等电话，请今天或明天就去看医生').waitFor()
    assert.equal((await leadsOf(other)).length, 1)
  })

  await t.test('the service failing in the middle: told plainly, kept, and sent once', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await toDetails(page, phone)
    await once(page, '/api/v1/leads', answerWith(500, 500, '服务器内部错误'))
    await submit(page)
    await page.getByText('系统出了点问题').waitFor()
    await once(page, '/api/v1/leads', loseAnswer)
    await again(page)
    await page.getByText('还不能确定医院是否收到').waitFor()
    await page.reload()
    await page.getByText('还不能确定医院是否收到').waitFor()
    assert.equal(await page.getByLabel('手机号').inputValue(), phone)
    assert.ok(await page.getByLabel('手机号').isDisabled())
    await again(page)
    await isDone(page)
    assert.equal((await leadsOf(phone)).length, 1)
  })
})
