import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { booking, fakePhone } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut, wcag } from '../checks.ts'
import { answersWith, dayFrom, keepAnswers, startPatient } from '../patient.ts'

const everything = { type: 'tag', values: [...wcag, 'best-practice'] }

async function checkWithAxe(page: Page, name: string, runOnly = everything) {
  // At the end the tabs stand below the rest and cover nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  assert.deepEqual(await axeFinds(page, runOnly), [], name)
}

/** Text that is cut off: its box hides what does not fit. A summary that stops after three lines has its page. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#app *')]
      .filter((element) => !element.matches('.clamp, .unseen, .unseen *') && element.innerText)
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const hides = overflowX === 'hidden' || overflowY === 'hidden'
        return (
          hides &&
          (element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2)
        )
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )

/** Text under 24 px, and what is tapped under 60 px. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const shown = (element: Element) =>
      element.getClientRects().length > 0 && !element.closest('.unseen, .skip')
    for (const element of document.querySelectorAll('#app *')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim())
      if (hasText && shown(element) && Number.parseFloat(getComputedStyle(element).fontSize) < 24) {
        found.push(`text ${element.outerHTML.slice(0, 100)}`)
      }
    }
    for (const element of document.querySelectorAll('#app a, #app button, #app input, #app textarea')) {
      const { width, height } = (element.closest('.choice, .consent') ?? element).getBoundingClientRect()
      if (shown(element) && (height < 59.5 || width < 59.5)) {
        found.push(`target ${Math.round(width)}x${Math.round(height)} ${element.outerHTML.slice(0, 100)}`)
      }
    }
    return found
  })

const isLoaded = (page: Page) => page.waitForFunction(() => !document.querySelector('.loading'))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Every screen in its states, one after another, with a name to each. */
async function* walk(page: Page, phone: string, selfTest: SelfTestDocument) {
  for (const path of ['/', '/experts', '/experts/exp-1', '/hospital', '/privacy', '/help', '/settings']) {
    await page.goto(path)
    await isLoaded(page)
    yield path
  }
  await page.goto('/experts/exp-404')
  await isLoaded(page)
  yield 'an expert who is not there'

  await page.goto('/self-test')
  await page.getByRole('link', { name: '开始健康自测' }).waitFor()
  yield 'self-test'
  await page.getByRole('link', { name: '开始健康自测' }).click()
  await button(page, '下一题')
  yield 'a question without an answer'
  await page.getByLabel('吐血，或吐出像咖啡渣的东西').click()
  await page.getByRole('heading', { name: '请马上去急诊' }).waitFor()
  yield 'emergency'
  for (const [title, ...ids] of [['这次没有发现报警信号'], ['请在两周内看医生', 'b_paper', 'f_crc']]) {
    await keepAnswers(page, selfTest, answersWith(selfTest, ...ids))
    await page.goto('/self-test/result')
    await page.getByRole('heading', { name: title! }).waitFor()
    for (const part of await page.locator('summary').all()) await part.click()
    yield title!
  }
  await page.getByRole('link', { name: '把结果发给医院' }).click()
  await button(page, '提交给医院')
  yield 'self-test details with faults'

  await page.goto('/appointment')
  await button(page, /^下一步/)
  yield 'visit with faults'
  await page.getByRole('radio', { name: /肛肠科/ }).check()
  await page.locator('input[name=date]').nth(1).check()
  await page.getByRole('radio', { name: /周明远/ }).waitFor()
  yield 'visit'
  await button(page, /^下一步/)
  await page.getByText('第 2 步').waitFor()
  await button(page, /^下一步/)
  yield 'person with faults'
  await page.getByLabel('就诊人姓名').fill('欧阳慕容司徒上官诸葛东方令狐皇甫尉迟长孙')
  await page.getByLabel('年龄').fill('80')
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel(/同意/).check()
  await button(page, /^下一步/)
  await page.getByText('第 3 步').waitFor()
  yield 'check'
  await page.route('**/api/v1/appointments', (route) => route.abort(), { times: 1 })
  await button(page, '确认提交')
  const giveUp = page.getByRole('button', { name: '不再重试，返回修改' })
  const another = page.getByRole('button', { name: '再约一个' })
  await giveUp.or(another).waitFor()
  if (await another.isVisible()) {
    yield 'check of a second booking'
    await another.click()
  }
  await giveUp.click()
  yield 'check without an answer'
  await button(page, '再试一次')
  await page.getByText('预约已提交').waitFor()
  yield 'booked'

  await page.goto('/my-appointments')
  await page.getByLabel('预约时填写的手机号').fill('1')
  await button(page, '查询我的预约')
  yield 'phone with a fault'
  await page.getByLabel('预约时填写的手机号').fill(phone)
  await button(page, '查询我的预约')
  await page.getByText(/^共/).waitFor()
  yield 'list'
  await page.locator('a.row').first().click()
  await button(page, '取消预约')
  yield 'detail with the question'
}

test('patient access', async (t) => {
  const { world, open } = await startPatient(t)
  const phone = fakePhone()
  const selfTest = (await world.anonymous.call(api.selfTest.read)) as SelfTestDocument
  for (const status of ['pending', 'confirmed', 'completed', 'cancelled']) {
    const { id } = await world.anonymous.call(api.appointments.create, {
      body: booking({ patientPhone: phone, date: dayFrom(8) }),
    })
    if (status === 'cancelled') await world.anonymous.call(api.appointments.cancel, { params: { id } })
    else if (status !== 'pending') await world.admin.call(api.appointments.confirm, { params: { id } })
    if (status === 'completed') await world.admin.call(api.appointments.complete, { params: { id } })
  }

  await t.test('axe finds nothing on any screen, light and dark, and 200 % text loses nothing', async (t) => {
    const page = await open(t)
    for await (const name of walk(page, phone, selfTest)) {
      await checkWithAxe(page, `${name}, light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await checkWithAxe(page, `${name}, dark`, ofColours)
      await page.emulateMedia({ colorScheme: 'light' })
      assert.equal(await sticksOut(page), false, name)
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      assert.equal(await sticksOut(page), false, `${name}, 200 %`)
      assert.deepEqual(await cutOff(page), [], `${name}, 200 %`)
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    }
  })

  await t.test('the elderly view: text of 24 px and targets of 60 px on every screen', async (t) => {
    const page = await open(t)
    await page.goto('/')
    await button(page, '长辈版')
    for await (const name of walk(page, phone, selfTest)) {
      assert.deepEqual(await tooSmall(page), [], name)
      assert.equal(await sticksOut(page), false, name)
      assert.deepEqual(await cutOff(page), [], name)
      await checkWithAxe(page, `${name}, elderly`)
    }
    await page.goto('/settings')
    assert.ok(await page.getByRole('radio', { name: '长辈版' }).isChecked())
    await page.getByRole('radio', { name: '标准版' }).check()
    await page.getByRole('radio', { name: '特大' }).check()
    await page.reload()
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).fontSize), '22px')
  })

  await t.test('targets of 48 px in the ordinary view, and the language can be changed', async (t) => {
    const page = await open(t)
    await page.goto('/')
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('#app a:not(.skip), #app button')]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => element.getBoundingClientRect().height < 47.5)
        .map((element) => element.outerHTML.slice(0, 100)),
    )
    assert.deepEqual(small, [])
    await page.goto('/settings')
    await page.getByRole('radio', { name: 'English' }).check()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    for (const path of [
      '/',
      '/appointment',
      '/self-test',
      '/my-appointments',
      '/experts',
      '/hospital',
      '/help',
    ]) {
      await page.goto(path)
      await isLoaded(page)
      assert.equal(await page.getAttribute('html', 'lang'), 'en')
      assert.equal(await sticksOut(page), false, path)
    }
    await page.goto('/')
    await page.getByRole('heading', { name: 'Services' }).waitFor()
    await page.getByRole('button', { name: 'Large view' }).waitFor()
  })

  await t.test(
    'a wide window: the width is used, a menu at the top, no tabs; axe finds nothing',
    async (t) => {
      for (const [width, view] of [
        [1024, 'zh.normal.plain'],
        [1440, 'en.normal.plain'],
        [1024, 'en.huge.elder'],
      ] as const) {
        const page = await open(t, { width, view, hasTouch: false })
        for (const path of [
          '/',
          '/experts',
          '/hospital',
          '/appointment',
          '/self-test',
          '/my-appointments',
          '/help',
        ]) {
          await page.goto(path)
          await isLoaded(page)
          const name = `${path} ${width} ${view}`
          assert.equal(await sticksOut(page), false, name)
          const menu = page.getByRole('navigation').first()
          assert.ok((await menu.getByRole('link').count()) >= 6, name)
          assert.equal(await page.locator('.tabs').isVisible(), false, name)
          const used = await page.evaluate(() => {
            const boxes = [...document.querySelectorAll('main > *, aside > *')].map((one) =>
              one.getBoundingClientRect(),
            )
            return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
          })
          assert.ok(used > 900, `${name} uses ${used}`)
          await checkWithAxe(page, name)
        }
        await page.getByRole('navigation').first().getByRole('link').nth(4).click()
        await page.waitForURL('**/experts')
      }
      const phone = await open(t, { width: 430 })
      await phone.goto('/')
      assert.equal(await phone.locator('.menu').isVisible(), false)
      assert.ok(await phone.locator('.tabs').isVisible())
    },
  )

  await t.test('large text keeps names readable and phone numbers in one piece', async (t) => {
    for (const view of ['en.normal.elder', 'zh.normal.elder', 'en.huge.plain']) {
      const page = await open(t, { view })
      await page.goto('/')
      const { width } = (await page.locator('.top .brand').boundingBox())!
      assert.ok(width > 200, `${view} leaves ${width} px for the name of the hospital`)
      await page.goto('/my-appointments')
      await page.locator('[name=phone]').fill(phone)
      await page.locator('main button[type=submit]').click()
      await page.locator('a.row').first().click()
      await page.locator('.facts').waitFor()
      const lines = await page.evaluate(() =>
        [...document.querySelectorAll('.phone')]
          .filter((one) => one.getClientRects().length > 0)
          .map((one) =>
            Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)),
          ),
      )
      assert.ok(lines.length >= 2)
      assert.deepEqual([...new Set(lines)], [1], view)
    }
  })

  await t.test('what was entered can be cleared', async (t) => {
    const page = await open(t)
    await page.goto('/appointment')
    await page.getByRole('radio', { name: /肛肠科/ }).check()
    await page.goto('/settings')
    await button(page, '清除我填写的内容')
    await page.getByText('已清除').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('zhenyue.appointment')), null)
  })
})
