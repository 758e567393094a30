import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { questions } from '@zhenyue/contract/self-test/former'
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
      await page.getByRole('heading', { name: '请今天就去看医生' }).waitFor()
      await page.getByText('自测结果不是诊断').waitFor()
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

  await t.test('no result reassures; each says what it is not, and whom to call', async (t) => {
    const page = await open(t)
    const answer = async (choices: Record<number, number>) => {
      await page.goto('/settings')
      await page.getByRole('button', { name: '清除我填写的内容' }).click()
      await page.goto('/self-test/1')
      for (const [index] of questions.entries()) {
        await page.getByText(`第 ${index + 1} 题`).waitFor()
        await page
          .getByRole('radio')
          .nth(choices[index] ?? 0)
          .check()
        await onward(page)
      }
    }
    const cases: [string, Record<number, number>, string[]][] = [
      ['自测不能排除疾病', {}, []],
      ['请在两周内看医生', { 5: 1, 8: 2 }, ['便血', '家人得过胃癌或肠癌']],
      ['请今天就去看医生', { 5: 3 }, ['大便发黑']],
    ]
    for (const [title, choices, told] of cases) {
      await answer(choices)
      await page.getByRole('heading', { name: title }).waitFor()
      assert.deepEqual(await page.locator('main .bullets li').allInnerTexts(), told)
      const main = page.locator('main')
      assert.equal(await main.locator('.notice-good').count(), 0)
      assert.doesNotMatch(await main.innerText(), /没有明显|没有问题|正常|放心|得分|分数/)
      await main.getByText('自测结果不是诊断').waitFor()
      for (const number of ['120', '010-0000-0000'])
        assert.equal(await main.locator(`a[href="tel:${number}"]`).count(), 1)
    }
  })

  await t.test('wrong input is told with what to do, and nothing is sent', async (t) => {
    const page = await open(t)
    await toDetails(page, fakePhone())
    page.on('request', (request) => assert.notEqual(request.method(), 'POST'))
    const cases: [string, string, string][] = [
      ['您的姓名', '', '请填写姓名（最多 20 个字）'],
      ['您的姓名', '　 ', '请填写姓名（最多 20 个字）'],
      ['您的姓名', '名'.repeat(21), '请填写姓名（最多 20 个字）'],
      ['手机号', '', '请填写 11 位手机号'],
      ['手机号', '12345678901', '请填写 11 位手机号'],
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
    await page.getByRole('checkbox').uncheck()
    await submit(page)
    assert.deepEqual(await faultsOf(page), ['请先勾选同意，再继续'])
  })

  await t.test('a number that is known is told so kindly, with ways on and without a retry', async (t) => {
    const page = await open(t)
    const taken = fakePhone()
    await world.anonymous.call(api.leads.submit, { body: lead({ phone: taken, source: 'self-test' }) })
    await toDetails(page, taken)
    await submit(page)
    await page.getByText('这个手机号已经交过自测，医院会联系您，不用再交。').waitFor()
    assert.equal(await page.getByRole('button', { name: /再试一次|提交给医院/ }).count(), 0)
    await page.locator('main').getByRole('link', { name: '拨打 010-0000-0000' }).waitFor()
    const other = fakePhone()
    await page.getByLabel('手机号').fill(other)
    await submit(page)
    await isDone(page)
    assert.equal((await leadsOf(other)).length, 1)

    await toDetails(page, taken)
    await submit(page)
    await page.locator('main').getByRole('link', { name: '预约就诊' }).click()
    await page.getByText('第 1 步').waitFor()
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
