import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { questionnaireOf, questions, scoreOf } from '../../patient/src/self-test.ts'
import { fakePhone, lead } from '../../server/test/world.ts'
import { sticksOut } from '../checks.ts'
import { answerWith, faultsOf, isWithoutFaults, loseAnswer, once, startPatient, widths } from '../patient.ts'

const onward = (page: Page) => page.getByRole('button', { name: /^(下一题|查看结果)$/ }).click()

async function answerAll(page: Page, answer: number) {
  await page.goto('/self-test')
  await page.getByRole('link', { name: '开始自测' }).click()
  for (const [index] of questions.entries()) {
    await page.getByText(`第 ${index + 1} 题`).waitFor()
    await page
      .getByRole('radio')
      .nth(Math.min(answer, questions[index]!.answers.length - 1))
      .check()
    await onward(page)
  }
}

async function toDetails(page: Page, phone: string) {
  await answerAll(page, 1)
  await page.getByRole('link', { name: '把结果发给医院' }).click()
  await page.getByLabel('您的姓名').fill('孙女士')
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('checkbox').check()
}

const submit = (page: Page) => page.getByRole('button', { name: '提交给医院' }).click()
const again = (page: Page) => page.getByRole('button', { name: '再试一次' }).click()
const isDone = (page: Page) => page.getByRole('heading', { name: '已收到您的自测结果' }).waitFor()

test('the questions: 8 to 12, a whole score from 0 to 100, and what the hospital reads', () => {
  assert.ok(questions.length >= 8 && questions.length <= 12)
  const all = (pick: (count: number) => number) =>
    Object.fromEntries(questions.map(({ answers }, index) => [String(index), pick(answers.length)]))
  assert.equal(scoreOf(all(() => 0)), 0)
  assert.equal(scoreOf(all((count) => count - 1)), 100)
  for (let answer = 0; answer < 3; answer++) assert.ok(Number.isInteger(scoreOf(all(() => answer))))
  const sent = questionnaireOf(
    all(() => 0),
    '2026-01-01T08:00:00.000Z',
  )
  assert.equal(sent.total, 0)
  assert.equal(sent.createdAt, '2026-01-01T08:00:00.000Z')
  assert.equal(Object.keys(sent.answers).length, questions.length)
  assert.equal(sent.answers['0'], '没有')
})

test('patient self-test', { timeout: 240_000 }, async (t) => {
  const { world, open } = await startPatient(t)
  const leadsOf = async (phone: string) => {
    const { list } = await world.admin.call(api.leads.list, { query: { phone } })
    return list
  }

  for (const width of widths) {
    await t.test(`from the first question to the lead, ${width} px`, async (t) => {
      const page = await open(t, { width })
      const phone = fakePhone()
      await answerAll(page, 3)
      await page.getByText('请尽快就诊').waitFor()
      await page.getByText('自测结果不是诊断').waitFor()
      assert.equal(await page.locator('.score strong').innerText(), '100')
      assert.equal(await sticksOut(page), false)
      await page.getByRole('link', { name: '把结果发给医院' }).click()
      await page.getByLabel('您的姓名').fill('孙女士')
      await page.getByLabel('手机号').fill(phone)
      await page.getByLabel('还有什么想告诉医生').fill('夜里会疼醒')
      await page.getByRole('checkbox').check()
      await submit(page)
      await isDone(page)
      const [sent] = await leadsOf(phone)
      assert.equal(sent!.name, '孙女士')
      assert.equal(sent!.source, 'self-test')
      assert.equal(sent!.score, 100)
      assert.equal(sent!.symptom, '夜里会疼醒')
      const { total, answers, createdAt } = sent!.questionnaire as Record<string, any>
      assert.equal(total, 100)
      assert.equal(answers['1'], '几乎每天')
      assert.equal(Object.keys(answers).length, questions.length)
      assert.equal(new Date(createdAt).toISOString(), createdAt)
      assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.self-test')), null)
      await page.reload()
      await isDone(page)
    })
  }

  await t.test('one question a page, back and forth, saved as you go, none skipped', async (t) => {
    const page = await open(t)
    await page.goto('/self-test/7')
    await page.getByText('第 1 题').waitFor()
    await onward(page)
    await page.getByText('请选择一项再继续').waitFor()
    await page.getByRole('radio', { name: '偶尔' }).check()
    await onward(page)
    await page.getByRole('radio', { name: '没有' }).check()
    await onward(page)
    await page.getByText('第 3 题').waitFor()
    await page.goBack()
    await page.getByText('第 2 题').waitFor()
    assert.ok(await page.getByRole('radio', { name: '没有' }).isChecked())
    await page.getByRole('link', { name: '上一题' }).click()
    assert.ok(await page.getByRole('radio', { name: '偶尔' }).isChecked())
    await page.goto('/self-test')
    await page.getByRole('link', { name: '接着做' }).click()
    await page.getByText('第 3 题').waitFor()
    await page.goto('/self-test/details')
    await page.getByText('第 3 题').waitFor()
  })

  await t.test('wrong input is told in the words of the service; a duplicate offers to book', async (t) => {
    const page = await open(t)
    const serviceSays = async (changes: Record<string, unknown>) =>
      (await world.anonymous.send(api.leads.submit, { body: lead(changes) as never })).message
    const taken = fakePhone()
    await world.anonymous.call(api.leads.submit, { body: lead({ phone: taken }) })
    await toDetails(page, taken)
    let sent = 0
    page.on('request', (request) => request.method() === 'POST' && sent++)
    const cases: [string, string, string][] = [
      ['您的姓名', 'name', ''],
      ['您的姓名', 'name', '　 '],
      ['您的姓名', 'name', '名'.repeat(21)],
      ['手机号', 'phone', ''],
      ['手机号', 'phone', '12345678901'],
      ['手机号', 'phone', '1390000'],
      ['还有什么想告诉医生', 'symptom', '痛'.repeat(501)],
    ]
    for (const [label, field, typed] of cases) {
      const input = page.getByLabel(label)
      const before = await input.inputValue()
      await input.fill(typed)
      await submit(page)
      assert.deepEqual(await faultsOf(page), [await serviceSays({ [field]: typed })], `${label} ${typed}`)
      assert.equal(await input.getAttribute('aria-invalid'), 'true')
      await input.fill(before)
      await isWithoutFaults(page)
    }
    await page.getByRole('checkbox').uncheck()
    await submit(page)
    assert.deepEqual(await faultsOf(page), ['请先勾选同意,再继续'])
    assert.equal(sent, 0)
    await page.getByRole('checkbox').check()
    await submit(page)
    await page.getByText(await serviceSays({ phone: taken, source: 'self-test' }), { exact: true }).waitFor()
    await page.getByRole('link', { name: '直接预约就诊' }).click()
    await page.getByText('第 1 步').waitFor()
  })

  await t.test('the service failing in the middle: told plainly, kept, and sent once', async (t) => {
    const page = await open(t)
    const phone = fakePhone()
    await toDetails(page, phone)
    await once(page, '/api/v1/leads', answerWith(500, 500, '服务器内部错误'))
    await submit(page)
    await page.getByText('服务器内部错误').waitFor()
    await once(page, '/api/v1/leads', loseAnswer)
    await again(page)
    await page.getByText('不确定是否已经收到').waitFor()
    await page.reload()
    await page.getByText('不确定是否已经收到').waitFor()
    assert.equal(await page.getByLabel('手机号').inputValue(), phone)
    assert.ok(await page.getByLabel('手机号').isDisabled())
    await again(page)
    await isDone(page)
    assert.equal((await leadsOf(phone)).length, 1)
  })
})
