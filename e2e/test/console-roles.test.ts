import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type Role } from '@zhenyue/contract'
import { codeOf } from '../../server/test/authenticator.ts'
import { booking, lead, logInAs, strictClient } from '../../server/test/world.ts'
import { axeFinds, sticksOut } from '../checks.ts'
import { settled, startConsole } from '../console.ts'

/** What stands in the menu of each new role. */
const menus: Partial<Record<Role, string[]>> = {
  reception: ['工作台', '预约', '停诊', '通知', '统计', '号源', '登录设备', '我的账号'],
  agent: ['工作台', '线索', '预约', '停诊', '通知', '统计', '排班', '号源', '登录设备', '我的账号'],
  editor: [
    '首页编辑',
    '自测管理',
    '专家',
    '轮播图',
    '医院图片',
    '医院信息',
    '隐私政策',
    '登录设备',
    '我的账号',
  ],
  viewer: [
    '线索',
    '预约',
    '停诊',
    '统计',
    '排班',
    '号源',
    '首页编辑',
    '自测管理',
    '专家',
    '轮播图',
    '医院图片',
    '医院信息',
    '隐私政策',
    '登录设备',
    '我的账号',
  ],
}

test('who may do what, and how one proves who one is', async (t) => {
  const { world, open } = await startConsole(t)
  const phone = '13900005678'
  const consent = { version: 1, purposes: ['booking' as const, 'follow-up' as const] }
  const { id } = await world.anonymous.call(api.leads.submit, {
    body: { ...lead({ name: '王小明', phone }), consent },
  })
  const booked = await world.anonymous.call(api.appointments.create, {
    body: booking({ patientName: '赵大勇', patientPhone: phone }),
  })
  const staff = Object.fromEntries(
    await Promise.all(
      (Object.keys(menus) as Role[]).map(async (role) => [role, await logInAs(world, role)] as const),
    ),
  ) as Record<Role, Awaited<ReturnType<typeof logInAs>>>

  for (const [role, menu] of Object.entries(menus)) {
    await t.test(`${role} sees its pages alone, and none of them asks for what is refused`, async (t) => {
      const { username, password } = staff[role as Role]
      const refused: string[] = []
      const page = await open(t, { username, password, at: '/me' })
      page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
      await page.getByRole('link', { name: '诊约工作台' }).click()
      await page.locator('[aria-current=page]', { hasText: menu[0]! }).waitFor()
      const links = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
      assert.deepEqual(await links.allInnerTexts(), menu)
      for (const name of menu) {
        await page.getByRole('link', { name, exact: true }).first().click()
        await page.locator('[aria-current=page]', { hasText: name }).waitFor()
        await settled(page)
      }
      if (role === 'viewer') {
        await page.getByRole('link', { name: '统计', exact: true }).click()
        await page.getByText('总数', { exact: true }).click()
        await page.getByRole('link', { name: /全部线索\s*1$/ }).waitFor()
      }
      if (role !== 'editor') {
        await page.getByRole('link', { name: '预约', exact: true }).click()
        await page.getByRole('button', { name: '赵大勇' }).click()
        const drawer = page.getByRole('dialog', { name: '预约详情' })
        await drawer.getByText(role === 'viewer' ? '***********' : '139 **** 5678').waitFor()
        await settled(page)
        assert.equal(await drawer.getByRole('button', { name: /删除/ }).count(), 0)
        assert.equal(await page.getByRole('button', { name: '导出' }).count(), 0)
        const reveal = drawer.getByRole('button', { name: /^显示完整号码/ })
        if (role === 'viewer') {
          assert.equal(await reveal.count(), 0)
          assert.equal(await page.getByRole('button', { name: /^确认/ }).count(), 0)
          assert.equal(await drawer.getByRole('textbox').count(), 0)
        } else {
          await reveal.click()
          await drawer.getByText('139 0000 5678').waitFor()
          await drawer.getByRole('button', { name: /^确认/ }).waitFor()
        }
      }
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').last().fill('赵大')
      if (role === 'reception' || role === 'agent')
        await page.getByRole('option', { name: /赵大勇/ }).waitFor()
      else await page.getByText('没有找到这个页面').waitFor()
      assert.deepEqual(refused, [])
    })
  }

  await t.test('an address that is typed for a page of others says why, and leads back', async (t) => {
    const { username, password } = staff.reception
    const page = await open(t, { username, password, at: `/leads#open=${id}`, width: 390 })
    await page.getByText('您的账号不能打开“线索”').waitFor()
    await page.getByText('您的角色是“前台”').waitFor()
    assert.deepEqual(await axeFinds(page), [])
    assert.ok(!(await sticksOut(page)))
    await page.getByRole('link', { name: '前往“工作台”' }).click()
    await page.getByText('待确认的预约').waitFor()
    assert.equal(await page.getByText('线索').count(), 0)
    // Another role is given meanwhile: the page finds out by itself.
    await world.admin.call(api.accounts.update, {
      params: { id: staff.reception.id },
      body: { role: 'agent' },
    })
    await page.reload()
    await page.getByRole('button', { name: /^领取/ }).waitFor()
  })

  await t.test('codes are switched on where they are asked for, and a login asks for one', async (t) => {
    const { username, password } = staff.agent
    const page = await open(t, { username, password, width: 390, alone: true })
    await page.route(
      '**/api/v1/admin/leads?*',
      (route) => route.fulfill({ status: 403, json: { code: 403, message: '请先开启动态验证码' } }),
      { times: 1 },
    )
    await page.reload()
    await page.getByRole('heading', { name: '先开启动态验证码' }).waitFor()
    assert.equal(await page.getByRole('navigation').count(), 0)
    await page.getByRole('textbox', { name: '密码' }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('密码不对').waitFor()
    await page.getByRole('textbox', { name: '密码' }).fill(password)
    await page.keyboard.press('Enter')
    await page.locator('.totp-picture svg path').first().waitFor()
    assert.deepEqual(await axeFinds(page), [])
    assert.ok(!(await sticksOut(page)))
    const secret = (await page.locator('.totp-secret').innerText()).replaceAll(' ', '')
    await page.getByLabel('动态验证码').fill(codeOf(secret, Date.now(), -1))
    await page.keyboard.press('Enter')
    const told = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
    await told.last().waitFor()
    const codes = await told.allInnerTexts()
    assert.equal(new Set(codes).size, 10)
    await page.getByRole('button', { name: '复制' }).click()
    await page.getByText('已复制').waitFor()
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(codes[9]!))
    await page.getByRole('button', { name: '我已保存好' }).click()
    await page.getByRole('button', { name: /^领取/ }).waitFor()

    await page.getByRole('button', { name: username }).click()
    await page.getByText('退出登录').click()
    await page.getByLabel('用户名').fill(username)
    await page.getByRole('textbox', { name: '密码' }).fill(password)
    await page.keyboard.press('Enter')
    const code = page.getByLabel('动态验证码')
    assert.equal(await code.getAttribute('autocomplete'), 'one-time-code')
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('动态验证码不对').waitFor()
    await page.getByRole('button', { name: /用恢复码/ }).click()
    await page.getByLabel('恢复码').fill(codes[0]!)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^领取/ }).waitFor()

    await page.goto('/console/me')
    const card = page.getByRole('region', { name: '动态验证码' })
    await card.getByText('已开启').waitFor()
    assert.deepEqual(await axeFinds(page), [])
    await card.getByRole('button', { name: '关闭' }).click()
    await card.getByRole('textbox', { name: '密码' }).fill(password)
    await card.getByLabel('动态验证码或恢复码').fill(codes[1]!)
    await page.keyboard.press('Enter')
    await card.getByText('未开启').waitFor()
  })

  await t.test('a key for another system is told once, works, and is revoked', async (t) => {
    const page = await open(t, { at: '/api-keys' })
    await page.getByRole('button', { name: '新增密钥' }).click()
    const dialog = page.getByRole('dialog', { name: '新增密钥' })
    await dialog.getByLabel('名称').fill('院内 HIS')
    await dialog.getByRole('radio', { name: /^前台/ }).check()
    assert.equal(await dialog.getByRole('radio', { name: /^超级管理员/ }).count(), 0)
    await dialog.getByRole('button', { name: '新增密钥' }).click()
    const key = (await page.locator('.secret').innerText()).trim()
    const system = strictClient(world.url, key)
    await system.call(api.appointments.setRemark, { params: { id: booked.id }, body: { remark: '来自 HIS' } })
    await page.getByRole('button', { name: '已记下' }).click()
    await page
      .getByRole('row', { name: /院内 HIS.*前台/ })
      .getByRole('button', { name: '吊销' })
      .click()
    await page.locator('.ant-modal').getByRole('button', { name: '吊销', exact: true }).click()
    await page.getByText('还没有密钥').waitFor()
    assert.equal((await system.send(api.appointments.staffList)).status, 401)
    await page.getByRole('link', { name: '审计日志' }).click()
    await page.getByRole('row', { name: /密钥 院内 HIS.*修改备注/ }).waitFor()
    await page.getByRole('row', { name: /吊销密钥/ }).waitFor()
  })

  await t.test(
    'an editor publishes the privacy policy, and staff withdraw a consent for a patient',
    async (t) => {
      const { username, password } = staff.editor
      const page = await open(t, { username, password, at: '/privacy-policy' })
      await page.getByRole('textbox', { name: '政策内容' }).fill('我们怎样使用您的信息')
      await page.getByRole('region', { name: '患者看到的样子' }).getByText('我们怎样使用您的信息').waitFor()
      await page.getByRole('button', { name: /^发布新版本/ }).click()
      await page.locator('.ant-modal').getByRole('button', { name: '发布新版本' }).click()
      await page.getByText('已发布版本 2').waitFor()
      const policy = await world.anonymous.call(api.privacyPolicy.read)
      assert.deepEqual([policy.version, policy.text], [2, '我们怎样使用您的信息'])

      const desk = await open(t, { at: `/leads#open=${id}` })
      await desk.getByRole('button', { name: '代患者撤回同意' }).click()
      await desk
        .getByRole('dialog', { name: '代患者撤回同意' })
        .getByRole('button', { name: '撤回同意' })
        .click()
      await desk.getByText('已撤回').waitFor()
      await desk.locator('.related li', { hasText: '工作人员代为撤回' }).getByText('就诊后随访').waitFor()
      await desk
        .locator('.related li', { hasText: '提交线索时' })
        .getByRole('link', { name: '政策版本 1' })
        .click()
      const then = desk.getByRole('dialog', { name: '版本 1' })
      await then.getByText('我们收集什么').waitFor()
      assert.deepEqual(await axeFinds(desk), [])
      await desk.keyboard.press('Escape')
      await then.waitFor({ state: 'hidden' })
      const { list } = await world.admin.call(api.audit.list, { query: { action: 'consent.withdraw' } })
      assert.deepEqual(list[0]!.changes, { purposes: [['follow-up', 'sms'], []] })
    },
  )

  await t.test('a console that nobody touches locks in every tab, and keeps what was typed', async (t) => {
    const { username, password } = staff.viewer
    await world.admin.call(api.accounts.update, { params: { id: staff.viewer.id }, body: { role: 'agent' } })
    const page = await open(t, { username, password, clock: true, at: `/leads#open=${id}` })
    const remark = page.getByRole('textbox', { name: '备注' })
    await remark.fill('写了一半的备注')
    const other = await page.context().newPage()
    await other.goto('/console/appointments')
    await other.getByRole('button', { name: '赵大勇' }).waitFor()

    await page.clock.fastForward('14:00')
    await remark.press('End')
    await page.clock.fastForward('14:00')
    assert.equal(await page.getByRole('heading', { name: '工作台已锁定' }).count(), 0)
    await page.clock.fastForward('02:00')
    for (const one of [page, other]) {
      await one.getByRole('heading', { name: '工作台已锁定' }).waitFor()
      assert.equal(
        await one
          .locator('body')
          .innerText()
          .then((text) => /王小明|赵大勇/.test(text)),
        false,
      )
    }
    assert.equal(await remark.count(), 0, 'it is out of the accessibility tree')
    assert.deepEqual(await axeFinds(page), [])
    await other.reload()
    await other.getByRole('heading', { name: '工作台已锁定' }).waitFor()
    assert.equal(await other.locator('#main').count(), 0)

    const secret = page.getByRole('textbox', { name: '密码' })
    assert.ok(await secret.evaluate((field) => field === document.activeElement))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+s')
    await secret.fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('用户名或密码不对').waitFor()
    await secret.fill(password)
    await page.getByRole('button', { name: '解锁' }).click()
    await remark.waitFor()
    assert.equal(await remark.inputValue(), '写了一半的备注')
    await other.getByRole('button', { name: '赵大勇' }).waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('备注已保存').waitFor()
  })
})
