import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, HospitalImport } from '@zhenyue/contract'
import type { Page } from 'playwright-core'
import { atTerminal } from '../../server/src/db/audit.ts'
import { saveHospitals } from '../../server/src/hospitals/store.ts'
import { booking, lead, type World } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut } from '../checks.ts'
import { choose, drawn, goWithin, settled, startConsole } from '../console.ts'

const hostile = '<img src=x onerror="document.title=1">'

/** Every page that has an address of its own. */
const pages = [
  ...readFileSync(join(import.meta.dirname, '../../console/src/app/pages.tsx'), 'utf8').matchAll(
    /^ {4}path: '(.+)',$/gm,
  ),
].map(([, path]) => path!)
assert.ok(pages.includes('/self-test') && pages.length > 20)

const paths = [
  // Rows are all alike, and axe looks at each.
  ...pages.map((path) => (path === '/audit' ? '/audit?limit=20' : path)),
  '/leads#open=lead-1',
  '/appointments?view=board',
  '/appointments?view=calendar',
  '/appointments?view=calendar&day=2026-12-01',
  '/appointments?view=sheet&day=2026-12-01',
  '/statistics?view=visits',
  '/schedule?view=year',
  '/slots?view=week',
  '/slots?view=sheet',
  '/messages?view=settings',
  '/nowhere',
]

/** Without a place to break it. */
const long = hostile + 'W'.repeat(200)

/** Hostile text in all that staff and the terminal write. Addresses of links and pictures are refused. */
async function writeHostileContent({ admin, db, time }: World) {
  const person = { id: hostile, name: long, title: long, avatar: '' }
  await admin.call(api.home.replace, {
    body: {
      hero: { title: long, subtitle: long, bgImage: '', primaryCta: { text: long, link: '/' } },
      features: [{ icon: hostile, title: long, link: '/' }],
      expertTeam: [person],
      infoBanner: { enabled: true, texts: [long] },
      heroExperts: [person],
    },
  })
  await admin.call(api.experts.create, {
    body: { name: hostile, title: hostile, department: hostile, intro: long },
  })
  await admin.call(api.banners.create, { body: { title: hostile, subtitle: hostile } })
  await admin.call(api.images.create, {
    body: { image: '/media/logo.svg', caption: hostile + 'W'.repeat(150), hospitalId: 'h-001' },
  })
  await admin.call(api.webhooks.create, {
    body: { url: `http://127.0.0.1/${long}`, description: hostile, types: ['*'], enabled: false },
  })
  const hook = 'https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdef'
  await admin.call(api.robots.create, {
    body: { kind: 'feishu', name: hostile, url: hook, types: ['*'], enabled: false },
  })
  await admin.call(api.calendars.create, { body: { departmentName: '肛肠', doctorId: 'exp-1' } })
  const times = {
    departmentName: '肛肠' as const,
    doctorId: 'exp-1',
    start: '08:00',
    end: '09:00',
    places: 3,
  }
  const date = time.dayOf(time.now())
  await admin.call(api.slots.create, { body: { ...times, date } })
  await admin.call(api.templates.create, { body: { ...times, weekday: 1, enabled: false } })
  await admin.call(api.calendarDays.set, {
    params: { date },
    body: { kind: 'off', note: long.slice(0, 100) },
  })
  for (const { id } of await admin.call(api.accounts.list)) {
    await admin.call(api.accounts.update, { params: { id }, body: { nickname: hostile + 'W'.repeat(12) } })
  }
  const hospital = HospitalImport.parse({
    id: 'h-001',
    name: hostile,
    level: hostile,
    address: hostile + 'W'.repeat(150),
    phone: hostile,
    intro: long,
    description: long,
    established: hostile.slice(0, 20),
  })
  await saveHospitals(db, time, [hospital], atTerminal)
}

/** Colours glide to those of the other scheme. */
const coloursSettled = async (page: Page) => {
  await drawn(page)
  await page.evaluate(async () => {
    const gliding = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(gliding.map((one) => one.finished))
  })
}

test('axe finds nothing on any screen in either theme, nothing sticks out, hostile text stays text', async (t) => {
  const { world, open } = await startConsole(t, { WEBHOOK_ALLOW: '127.0.0.1' })
  const found: string[] = []
  const messages: string[] = []
  /** The bar and the menu are the same on every screen: they are looked at on the first. */
  let alike: string[] = []
  /** A change of the scheme is followed at once, so that one page serves both; then only colours differ. */
  const checkInBoth = async (page: Page, name: string) => {
    const theme = await page.locator('html').getAttribute('data-theme')
    const colorScheme = theme === 'dark' ? 'light' : 'dark'
    const note = (violation: string) => found.push(`${name}: ${violation}`)
    ;(await axeFinds(page, undefined, alike)).forEach(note)
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await coloursSettled(page)
    ;(await axeFinds(page, ofColours, alike)).forEach(note)
  }
  const bare = await open(t)
  for (const path of ['/leads', '/appointments', '/appointments?view=board', '/leads#keyword=没有的人']) {
    await goWithin(bare, path)
    await checkInBoth(bare, `${path} without any`)
    alike = ['.bar', '.menu-side']
  }
  let appointment = ''
  for (const name of [hostile.slice(0, 20), '欧阳慕容司徒上官诸葛东方令狐皇甫尉迟长孙', '‮张三']) {
    const { id } = await world.anonymous.call(api.leads.submit, {
      body: lead({
        name: name.replace('‮', ''),
        symptom: hostile + '长'.repeat(400),
        score: 80,
        questionnaire: { total: hostile, answers: { 0: hostile, [hostile]: { deep: [1] } }, createdAt: 5 },
      }),
    })
    await world.admin.call(api.leads.setRemark, { params: { id }, body: { remark: hostile } })
    const booked = await world.anonymous.call(api.appointments.create, {
      body: booking({
        patientName: name.replace('‮', ''),
        symptom: hostile,
        doctorName: '<b>x</b>',
        timeSlot: hostile,
      }),
    })
    appointment = booked.id
  }
  await writeHostileContent(world)
  await checkInBoth(await open(t, { stay: true }), 'login')
  const page = await open(t)
  page.on('dialog', (dialog) => {
    messages.push(`${dialog.type()} ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const path of [...paths, `/appointments#open=${appointment}`]) {
    await goWithin(page, path)
    await checkInBoth(page, path)
    assert.ok(!(await sticksOut(page)), `${path} sticks out at 1280`)
    await page.setViewportSize({ width: 768, height: 900 })
    await settled(page)
    assert.ok(!(await sticksOut(page)), `${path} sticks out at 768`)
    await page.setViewportSize({ width: 1280, height: 860 })
    assert.match(await page.title(), /诊约工作台$/)
    for (const frame of page.frames()) {
      assert.equal(await frame.locator('[onerror]').count(), 0, `${path} has an element made of text`)
    }
  }
  const dialogs = [
    ['/appointments', '新增预约'],
    ['/closures', '登记停诊'],
    ['/home', '历史版本'],
    ['/experts', '新增'],
    ['/accounts', '新增账号'],
    ['/api-keys', '新增密钥'],
    ['/integrations', '新增 Webhook'],
    ['/integrations', '新增群机器人'],
    ['/integrations', '新增日历订阅'],
    ['/integrations', '发送记录'],
  ] as const
  for (const [path, button] of dialogs) {
    await goWithin(page, path)
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
    await settled(page)
    await checkInBoth(page, `${path} ${button}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await goWithin(page, '/nowhere')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await checkInBoth(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('欧阳')
  await page.getByRole('option', { name: /欧阳/ }).first().waitFor()
  await checkInBoth(page, 'palette')

  await goWithin(bare, '/messages?view=settings')
  for (const one of await bare.getByRole('switch').all()) await one.click()
  await choose(bare, '添加变量', '姓名')
  const { provider: _, ...settings } = await world.admin.call(api.messages.settings)
  const theirs = { enabled: true, template: long.slice(0, 100), params: [] }
  await world.admin.call(api.messages.saveSettings, { body: { ...settings, reminder: theirs } })
  await bare.getByRole('button', { name: '保存设置' }).click()
  await bare.getByText('您填写的内容还在').waitFor()
  await checkInBoth(bare, 'conflict of settings')
  assert.ok(!(await sticksOut(bare)), 'the conflict of settings sticks out')
  await bare.getByRole('button', { name: '还原' }).click()

  await goWithin(bare, '/home')
  const hero = bare.getByRole('region', { name: '首页头图', exact: true })
  await hero.getByLabel('副标题').fill('我的')
  await world.admin.call(api.home.updateHero, { body: { subtitle: hostile } })
  await hero.getByRole('button', { name: '保存' }).click()
  await bare.getByText('您编辑的时候，别人也保存了这一块').waitFor()
  await checkInBoth(bare, 'conflict')
  assert.ok(!(await sticksOut(bare)), 'the conflict sticks out')

  assert.deepEqual(messages, [])
  assert.deepEqual(found, [])
})
