import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, createClient } from '@zhenyue/contract'
import type { Browser, Page } from 'playwright-core'
import { readConfig } from '../server/src/config.ts'
import { openDb } from '../server/src/db/open.ts'
import { start } from '../server/src/main.ts'
import { addDemoData } from '../server/src/setup/demo.ts'
import { createTime } from '../server/src/time.ts'
import { launchBrowser } from './browser.ts'

// npm run screenshots   writes docs/screenshots/, from the real service with invented data

const folder = join(import.meta.dirname, '../docs/screenshots')
const phone = '13900000001'

type Take = (page: Page) => Promise<unknown>

async function fillBooking(page: Page) {
  await page.goto('/appointment')
  await page.getByRole('radio', { name: /胃肠科/ }).check()
  await page.locator('input[name=date]').nth(2).check()
  await page.getByRole('radio', { name: '上午' }).check()
  await page.getByRole('radio', { name: /林若溪/ }).check()
}

async function book(page: Page) {
  await fillBooking(page)
  await page.getByRole('button', { name: /^下一步/ }).click()
  await page.getByLabel('就诊人姓名').fill('王秀兰')
  await page.getByLabel('年龄').fill('66')
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel(/同意/).check()
  await page.getByRole('button', { name: /^下一步/ }).click()
  await page.getByRole('button', { name: '确认提交' }).click()
  await page.getByRole('heading', { name: '预约已提交' }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

async function answerOne(page: Page) {
  await page.goto('/self-test/1')
  await page.getByRole('checkbox', { name: '都没有' }).check()
  await page.getByRole('button', { name: '下一题' }).click()
  await page.getByRole('radio').nth(1).check()
}

async function list(page: Page) {
  await page.goto('/my-appointments')
  await page.getByLabel('预约时填写的手机号').fill(phone)
  await page.getByRole('button', { name: '查询我的预约' }).click()
  await page.getByText(/^共/).waitFor()
}

/** With schedules: what is free, day by day and time by time. */
async function chooseSlot(page: Page) {
  await page.goto('/appointment')
  await page.getByRole('radio', { name: /胃肠科/ }).check()
  await page
    .getByRole('radio', { name: /余 \d+/ })
    .nth(1)
    .check()
  await page.locator('[name=slotId]').nth(3).check()
  await page.evaluate(() => scrollTo(0, 0))
}

interface PatientTake {
  name: string
  take: Take
  view?: string
  colorScheme?: 'dark'
}

const takes: PatientTake[] = [
  { name: 'patient-home', take: (page) => page.goto('/') },
  { name: 'patient-booking', take: fillBooking },
  { name: 'patient-booked', take: book },
  { name: 'patient-self-test', take: answerOne },
  { name: 'patient-my-appointments', take: list },
  { name: 'patient-elderly', take: (page) => page.goto('/'), view: 'zh.normal.elder' },
  { name: 'patient-dark', take: (page) => page.goto('/hospital'), colorScheme: 'dark' },
]

async function takeAll(browser: Browser, baseURL: string, takes: PatientTake[]) {
  for (const { name, take, view, colorScheme } of takes) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 390, height: 780 },
      deviceScaleFactor: 1.5,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      ...(colorScheme && { colorScheme }),
    })
    if (view) await context.addCookies([{ name: 'zhenyue-view', value: view, url: baseURL }])
    const page = await context.newPage()
    await take(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await context.close()
    console.log(`${name}.png`)
  }
}

const secret = 'only for screenshots'

async function openFirst(page: Page) {
  await page.locator('.name-button').first().click()
  await page.locator('.ant-timeline').waitFor()
}

const staffTakes: { name: string; path: string; take?: Take; colorScheme?: 'dark' }[] = [
  { name: 'console-workbench', path: '/' },
  { name: 'console-workbench-dark', path: '/', colorScheme: 'dark' },
  { name: 'console-leads', path: '/leads' },
  { name: 'console-lead', path: '/leads', take: openFirst },
  { name: 'console-appointments', path: '/appointments' },
  { name: 'console-board', path: '/appointments?view=board' },
  { name: 'console-calendar', path: '/appointments?view=calendar' },
  {
    name: 'console-home',
    path: '/home',
    take: (page) => page.frameLocator('iframe').getByRole('main').waitFor(),
  },
  { name: 'console-experts', path: '/experts' },
  { name: 'console-audit', path: '/audit' },
  { name: 'console-statistics', path: '/statistics' },
  { name: 'console-schedule', path: '/schedule' },
  { name: 'console-slots', path: '/slots?view=week' },
  {
    name: 'console-closure',
    path: '/closures',
    take: async (page) => {
      await page.getByText('处理患者').click()
      await page.getByText('待处理').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.loading, .ant-spin-spinning'))
    },
  },
  { name: 'console-self-test', path: '/self-test' },
]

async function takeStaff(browser: Browser, baseURL: string) {
  for (const { name, path, take, colorScheme } of staffTakes) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1280, height: 800 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      ...(colorScheme && { colorScheme }),
    })
    const page = await context.newPage()
    await page.goto(`/console${path}`)
    await page.getByLabel('用户名').fill('admin')
    await page.getByRole('textbox', { name: '密码' }).fill(secret)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('navigation', { name: '主菜单' }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.loading, .ant-spin-spinning'))
    await take?.(page)
    await page.mouse.move(0, 0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await context.close()
    console.log(`${name}.png`)
  }
}

const data = mkdtempSync(join(tmpdir(), 'zhenyue-screenshots-'))
const config = readConfig({ PORT: '0', DATA_DIR: data, LOG_LEVEL: 'silent', ADMIN_PASSWORD: secret })
const service = await start(config, () => {})
const browser = await launchBrowser()
try {
  mkdirSync(folder, { recursive: true })
  const { call } = createClient({ baseUrl: service.address })
  const visit = {
    patientName: '王秀兰',
    patientAge: 66,
    patientPhone: phone,
    departmentName: '肛肠' as const,
  }
  const { id } = await call(api.appointments.create, {
    body: { ...visit, date: '2026-10-12', timeSlot: '下午' },
  })
  await call(api.appointments.cancel, { params: { id } })
  await takeAll(browser, service.address, takes)
  const db = await openDb(config.database)
  await addDemoData(db, createTime(config.timeZone), config.adminUsername)
  await db.destroy()
  await takeAll(browser, service.address, [{ name: 'patient-slots', take: chooseSlot }])
  await takeStaff(browser, service.address)
} finally {
  await browser.close()
  await service.close()
  rmSync(data, { recursive: true })
}
