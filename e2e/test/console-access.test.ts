import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { booking, lead } from '../../server/test/world.ts'
import { checkWithAxe, go, settled, startConsole, sticksOut } from '../console.ts'

const hostile = '<img src=x onerror="document.title=1">'

const paths = [
  '/',
  '/leads',
  '/leads?open=lead-1',
  '/appointments',
  '/appointments?view=board',
  '/appointments?view=calendar',
  '/appointments?view=calendar&day=2026-12-01',
  '/appointments?view=sheet&day=2026-12-01',
  '/home',
  '/experts',
  '/banners',
  '/images',
  '/hospital',
  '/accounts',
  '/sessions',
  '/audit',
  '/me',
  '/nowhere',
]

test('axe finds nothing on any screen in either theme, nothing sticks out, hostile text stays text', async (t) => {
  const { world, open } = await startConsole(t)
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
    await world.anonymous.call(api.appointments.create, {
      body: booking({
        patientName: name.replace('‮', ''),
        symptom: hostile,
        doctorName: '<b>x</b>',
        timeSlot: hostile,
      }),
    })
  }
  await world.admin.call(api.experts.create, { body: { name: hostile, title: hostile, intro: hostile } })
  await world.admin.call(api.banners.create, { body: { title: hostile } })
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const outside = await open(t, { colorScheme, stay: true })
    found.push(...(await checkWithAxe(outside, `login ${colorScheme}`)))
    const page = await open(t, { colorScheme })
    for (const path of paths) {
      await go(page, path)
      found.push(...(await checkWithAxe(page, `${path} ${colorScheme}`)))
      assert.ok(!(await sticksOut(page)), `${path} sticks out at 1280`)
      if (colorScheme === 'light') {
        await page.setViewportSize({ width: 768, height: 900 })
        await settled(page)
        assert.ok(!(await sticksOut(page)), `${path} sticks out at 768`)
        await page.setViewportSize({ width: 1280, height: 860 })
      }
      assert.match(await page.title(), /诊约工作台$/)
    }
    const dialogs = [
      ['/home', '历史版本'],
      ['/experts', '新增'],
      ['/accounts', '新建账号'],
    ] as const
    for (const [path, button] of dialogs) {
      await go(page, path)
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('dialog').waitFor()
      await settled(page)
      found.push(...(await checkWithAxe(page, `${path} ${button} ${colorScheme}`)))
    }
    await go(page, '/nowhere')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    found.push(...(await checkWithAxe(page, `shortcuts ${colorScheme}`)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('欧阳')
    await page.getByRole('option', { name: /欧阳/ }).first().waitFor()
    found.push(...(await checkWithAxe(page, `palette ${colorScheme}`)))
  }
  assert.deepEqual(found, [])
})
