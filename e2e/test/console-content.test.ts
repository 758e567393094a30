import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import type { Locator, Page } from 'playwright-core'
import { choose, drawn, goWithin, settled, startConsole } from '../console.ts'

type Listed = { id: string; enabled: boolean }[]

/** Moves the first item one place down, by keys. */
async function moveFirstDown(page: Page, name: string, within: Page | Locator = page) {
  await within.getByRole('button', { name: `移动 ${name}` }).focus()
  await page.keyboard.press('Space')
  await page.getByText(`${name} 移到第 1 位`).waitFor({ state: 'attached' })
  await drawn(page)
  await page.keyboard.press('ArrowDown')
  await page.getByText(`${name} 移到第 2 位`).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
}

/** A picture that is hard to make small. */
const noise = (page: Page) =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const context = canvas.getContext('2d')!
    const pixels = context.createImageData(canvas.width, canvas.height)
    for (let i = 0; i < pixels.data.length; i++) pixels.data[i] = i % 4 === 3 ? 255 : Math.random() * 256
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL().split(',')[1]!
  })

async function hideShowDelete(page: Page, name: string, list: () => Promise<Listed>) {
  const before = await list()
  const hidden = async () => (await list()).filter(({ enabled }) => !enabled).length
  const already = await hidden()
  for (const [checked, more] of [
    [false, 1],
    [true, 0],
  ] as const) {
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('switch', { name: `显示 ${name}` }).click()
    await changed
    await page.getByRole('switch', { name: `显示 ${name}`, checked }).waitFor()
    assert.equal(await hidden(), already + more)
  }
  await page.locator('.sortable', { hasText: name }).getByRole('button', { name: '删除' }).click()
  await page.getByText(`已删除“${name}”`).waitFor()
  assert.equal((await list()).length, before.length)
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.clock.fastForward(7000)
  await gone
  assert.equal((await list()).length, before.length - 1)
}

test('home page and content', async (t) => {
  const { world, open } = await startConsole(t)
  const readHome = () => world.anonymous.call(api.home.read)

  await t.test(
    'a section is changed, shown in the preview before it is saved, reset and saved',
    async (t) => {
      const page = await open(t, { width: 1440, at: '/home' })
      const hero = page.getByRole('region', { name: '首页头图', exact: true })
      const preview = page.frameLocator('iframe[title=手机预览]')
      await hero.getByLabel('标题', { exact: true }).fill('还没保存的标题')
      await preview.getByText('还没保存的标题').waitFor()
      await hero.getByText('未保存').waitFor()
      await hero.getByRole('button', { name: '还原' }).click()
      await hero.getByText('未保存').waitFor({ state: 'hidden' })
      await hero.getByLabel('标题', { exact: true }).fill('保存了的标题')
      await hero.getByRole('button', { name: '保存' }).click()
      await page.getByText('首页头图已保存').waitFor()
      assert.equal((await readHome()).hero.title, '保存了的标题')
      const banner = page.getByRole('region', { name: '公告', exact: true })
      await banner.getByRole('switch').click()
      await page
        .getByRole('region', { name: '功能入口', exact: true })
        .getByRole('button', { name: '添加一项' })
        .click()
      await page
        .getByRole('region', { name: '功能入口', exact: true })
        .getByLabel('名称')
        .last()
        .fill('新入口')
      await page.keyboard.press('Control+s')
      await page.getByText('首页已保存').waitFor()
      const home = await readHome()
      assert.equal(home.features.at(-1)!.title, '新入口')
    },
  )

  await t.test('every section is edited: items are added, moved by keys and removed', async (t) => {
    const page = await open(t, { at: '/home' })
    const section = (name: string) => page.getByRole('region', { name, exact: true })
    const save = async (name: string) => {
      await section(name).getByRole('button', { name: '保存' }).click()
      await page.getByText(`${name}已保存`).last().waitFor()
      await section(name).getByText('未保存').waitFor({ state: 'hidden' })
    }

    await section('首页头图').getByLabel('按钮文字').fill('马上预约')
    await section('首页头图').getByRole('textbox', { name: '背景图' }).fill('/media/new-hero.png')
    await save('首页头图')
    const { hero } = await readHome()
    assert.deepEqual([hero.primaryCta.text, hero.bgImage], ['马上预约', '/media/new-hero.png'])

    const before = (await readHome()).features
    await section('功能入口').locator('.link-field .ant-select').first().click()
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .getByText('使用帮助')
      .click()
    await section('功能入口')
      .getByRole('button', { name: `删除 ${before[1]!.title}` })
      .click()
    await moveFirstDown(page, before[0]!.title)
    await section('功能入口').locator('.link-field').nth(1).getByText('使用帮助').waitFor()
    await save('功能入口')
    assert.deepEqual((await readHome()).features, [
      before[2],
      { ...before[0], link: '/help' },
      ...before.slice(3),
    ])

    const texts = section('公告')
    while ((await texts.getByRole('textbox', { name: '公告内容' }).count()) > 0) {
      await texts.getByRole('button', { name: /^删除/ }).first().click()
    }
    for (const text of ['公告一', '公告二']) {
      await texts.getByRole('button', { name: '添加一项' }).click()
      await texts.getByRole('textbox', { name: '公告内容' }).last().fill(text)
    }
    await moveFirstDown(page, '公告一')
    await texts
      .getByRole('textbox', { name: '公告内容' })
      .last()
      .and(page.locator('[value="公告一"]'))
      .waitFor()
    await save('公告')
    assert.deepEqual((await readHome()).infoBanner.texts, ['公告二', '公告一'])

    for (const [name, key] of [
      ['专家团队', 'expertTeam'],
      ['推荐专家', 'heroExperts'],
    ] as const) {
      const people = section(name)
      while ((await people.getByRole('textbox', { name: '姓名' }).count()) > 0) {
        await people.getByRole('button', { name: /^删除/ }).first().click()
      }
      await people.locator('.ant-select').click()
      const option = page.locator(
        '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option',
      )
      await option.first().click()
      const chosen = await people.getByRole('textbox', { name: '姓名' }).inputValue()
      await people.getByRole('button', { name: '手动添加' }).click()
      await people.getByRole('textbox', { name: '姓名' }).last().fill(`${name}新人`)
      await people.getByLabel('职称').last().fill('主任医师')
      await moveFirstDown(page, chosen, people)
      await people
        .getByRole('textbox', { name: '姓名' })
        .first()
        .and(page.locator(`[value="${name}新人"]`))
        .waitFor()
      await save(name)
      const saved = (await readHome())[key]
      assert.deepEqual(
        saved.map((person) => person.name),
        [`${name}新人`, chosen],
      )
      assert.deepEqual([saved[0]!.title, saved[1]!.id.length > 0], ['主任医师', true])
    }
  })

  await t.test(
    'what is not saved is kept on other screens, and the browser asks before it is lost',
    async (t) => {
      const page = await open(t, { at: '/home' })
      const hero = page.getByRole('region', { name: '首页头图', exact: true })
      await hero.getByLabel('副标题').click()
      await hero.getByLabel('副标题').fill('离开也不丢')
      await choose(page, '按钮前往', '其他网址或电话')
      await hero.getByLabel('按钮前往的网址或电话').fill('https://')
      await hero.getByText('链接格式不正确').waitFor()
      await hero.getByLabel('按钮前往的网址或电话').fill('https://example.com')
      await hero.getByText('链接格式不正确').waitFor({ state: 'hidden' })
      await hero.getByLabel('按钮前往的网址或电话').fill('javascript:alert(1)')
      await hero.getByText('链接格式不正确').waitFor()
      await hero.getByRole('button', { name: '保存' }).click()
      await page.getByText('有链接没有填对').waitFor()
      assert.equal(await hero.getByLabel('按钮前往的网址或电话').inputValue(), 'javascript:alert(1)')
      assert.notEqual((await readHome()).hero.subtitle, '离开也不丢')
      await page.getByRole('link', { name: '轮播图', exact: true }).click()
      await page.getByRole('heading', { name: '轮播图' }).waitFor()
      await page.getByRole('link', { name: '首页编辑' }).click()
      await hero.getByText('未保存').waitFor()
      const asked = page.waitForEvent('dialog')
      await page.evaluate(() => void setTimeout(() => location.assign('/console/leads')))
      const question = await asked
      assert.equal(question.type(), 'beforeunload')
      await question.dismiss()
      assert.equal(await hero.getByLabel('副标题').inputValue(), '离开也不丢')
      assert.match(page.url(), /\/home$/)
    },
  )

  await t.test(
    'two people at one section: the later is told and decides; other sections do not matter',
    async (t) => {
      const [mine, theirs] = [await open(t, { at: '/home' }), await open(t, { at: '/home' })]
      const heroOf = (page: typeof mine) => page.getByRole('region', { name: '首页头图', exact: true })
      await heroOf(mine).getByLabel('副标题').fill('我的副标题')
      await heroOf(theirs).getByLabel('副标题').fill('对方的副标题')
      await heroOf(theirs).getByRole('button', { name: '保存' }).click()
      await theirs.getByText('首页头图已保存').waitFor()
      await heroOf(mine).getByRole('button', { name: '保存' }).click()
      await mine.getByText('您编辑的时候，别人也保存了这一块').waitFor()
      assert.equal(await heroOf(mine).getByLabel('副标题').inputValue(), '我的副标题')
      assert.equal((await readHome()).hero.subtitle, '对方的副标题')
      await mine.getByRole('button', { name: '用我的，覆盖对方' }).click()
      await mine.getByText('首页头图已保存').waitFor()
      assert.equal((await readHome()).hero.subtitle, '我的副标题')

      await world.admin.call(api.home.updateHero, { body: { subtitle: '对方又改了' } })
      await heroOf(mine).getByLabel('副标题').fill('我也又改了')
      await heroOf(mine).getByRole('button', { name: '保存' }).click()
      await mine.locator('.change').getByText('对方又改了').waitFor()
      await mine.getByRole('button', { name: '放弃我的，用对方的' }).click()
      await mine.getByText('您编辑的时候，别人也保存了这一块').waitFor({ state: 'hidden' })
      assert.equal(await heroOf(mine).getByLabel('副标题').inputValue(), '对方又改了')
      await heroOf(mine).getByText('未保存').waitFor({ state: 'hidden' })
      assert.equal((await readHome()).hero.subtitle, '对方又改了')

      const bannerOf = (page: typeof mine) => page.getByRole('region', { name: '公告', exact: true })
      await bannerOf(theirs).getByRole('switch').click()
      await bannerOf(theirs).getByRole('button', { name: '保存' }).click()
      await theirs.getByText('公告已保存').waitFor()
    },
  )

  await t.test('versions are compared and restored', async (t) => {
    const before = (await readHome()).hero
    await world.admin.call(api.home.updateHero, { body: { title: '要被撤回的标题' } })
    const page = await open(t, { at: '/home' })
    await page.getByRole('button', { name: '历史版本' }).click()
    await page.getByRole('button', { name: '与当前比较' }).first().click()
    await page.locator('.change').getByText('要被撤回的标题').waitFor()
    await page.getByRole('button', { name: '恢复这个版本' }).first().click()
    await page.locator('.ant-modal').getByRole('button', { name: '恢复这个版本' }).click()
    await page.getByText('已恢复').waitFor()
    assert.deepEqual((await readHome()).hero, before)
  })

  await t.test(
    'experts are added with a picture, sorted by keys, hidden, and deleted with a way back',
    async (t) => {
      const page = await open(t, { alone: true, at: '/experts' })
      await page.getByRole('button', { name: '新增' }).click()
      await page.getByLabel('姓名').fill('新来的专家')
      const picture = join(import.meta.dirname, '../../docs/screenshots/patient-home.png')
      await page.locator('input[type=file]').setInputFiles(picture)
      await page.getByRole('dialog', { name: '裁剪图片' }).getByRole('button', { name: '使用这张' }).click()
      await page.getByText('图片已上传').waitFor()
      await page.getByRole('button', { name: '保存' }).click()
      await page.getByText('新来的专家').waitFor()
      const list = () => world.anonymous.call(api.experts.list, { query: {} })
      const added = (await list()).find(({ name }) => name === '新来的专家')!
      assert.match(added.avatar, /^\/pictures\/[\w-]{43}\.jpeg$/)
      assert.equal((await list()).at(-1)!.id, added.id, 'a new one comes last')

      const names = async () => (await list()).map(({ name }) => name)
      const [first, second] = await names()
      await moveFirstDown(page, first!)
      await page.getByText('顺序已保存').waitFor()
      assert.deepEqual((await names()).slice(0, 2), [second, first])

      const boxOf = async (name: string) =>
        (await page.getByRole('button', { name: `移动 ${name}` }).boundingBox())!
      const [from, to] = [await boxOf(second!), await boxOf(first!)]
      const ordered = page.waitForResponse((answer) => answer.url().endsWith('/experts/order'))
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
      await page.mouse.up()
      await ordered
      assert.deepEqual((await names()).slice(0, 2), [first, second])

      await page.getByRole('switch', { name: '显示 新来的专家' }).click()
      await page.getByRole('switch', { name: '显示 新来的专家', checked: false }).waitFor()
      const row = page.locator('.sortable', { hasText: '新来的专家' })
      await row.getByRole('button', { name: '删除' }).click()
      await row.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '撤销' }).click()
      await row.waitFor()
      assert.ok((await names()).includes('新来的专家'))
      await page.clock.install()
      await row.getByRole('button', { name: '删除' }).click()
      const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await page.clock.fastForward(7000)
      await gone
      assert.ok(!(await names()).includes('新来的专家'))
    },
  )

  await t.test('a broken picture is told, a large one is made small before it is sent', async (t) => {
    const page = await open(t, { at: '/experts' })
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByLabel('姓名').fill('大图专家')
    const file = page.locator('input[type=file]')
    const buffer = Buffer.from('not a picture at all')
    await file.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer })
    await page.getByText('这张图片打不开').waitFor()
    await file.setInputFiles({ name: 'letter.pdf', mimeType: 'application/pdf', buffer })
    await page.getByText('请选择 PNG、JPEG、GIF 或 WebP 图片').waitFor()
    assert.equal(await page.getByRole('dialog', { name: '裁剪图片' }).count(), 0)

    const large = Buffer.from(await noise(page), 'base64')
    assert.ok(large.length > 2 * 1024 * 1024, 'more than the service takes')
    await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await page.route(
      '**/api/v1/admin/pictures',
      (route) =>
        route.fulfill({ status: 413, json: { code: 413, message: '图片总量超出限制,请改用图片地址' } }),
      { times: 1 },
    )
    const cutting = page.getByRole('dialog', { name: '裁剪图片' })
    await cutting.getByRole('button', { name: '使用这张' }).click()
    await page.getByText('图片太多').waitFor()
    await cutting.getByRole('button', { name: '使用这张' }).click()
    await page.getByText('图片已上传').waitFor()

    await page.route(
      '**/api/v1/experts',
      (route) => route.fulfill({ status: 500, json: { code: 500, message: '服务器内部错误' } }),
      { times: 1 },
    )
    await page.getByLabel('简介').fill('一段简介')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('系统出了点问题').waitFor()
    assert.equal(await page.getByLabel('姓名').inputValue(), '大图专家')
    await page.getByRole('button', { name: '保存' }).click()
    await page.locator('.sortable', { hasText: '大图专家' }).waitFor()
    const experts = await world.anonymous.call(api.experts.list, { query: {} })
    const { avatar, intro } = experts.find(({ name }) => name === '大图专家')!
    assert.equal(intro, '一段简介')
    const bytes = await (await fetch(new URL(avatar, world.url))).bytes()
    assert.ok(bytes.length > 10_000 && bytes.length <= 400 * 1024, `${bytes.length} bytes`)
  })

  await t.test('banners and images are added, described, hidden, shown and deleted', async (t) => {
    const page = await open(t, { clock: true, at: '/banners' })
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('请填写标题，或选择图片').waitFor()
    await page.getByLabel('标题', { exact: true }).fill('新横幅')
    await page.getByLabel('副标题').fill('横幅的副标题')
    await choose(page, '点击后前往', '其他网址或电话')
    await page.getByLabel('点击后前往的网址或电话').fill('/nowhere')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('链接格式不正确').first().waitFor()
    await choose(page, '点击后前往', '专家团队')
    await page.getByRole('button', { name: '保存' }).click()
    await page.locator('.sortable', { hasText: '新横幅' }).getByText('横幅的副标题 · 专家团队').waitFor()
    const banners: () => Promise<Listed> = () => world.anonymous.call(api.banners.list, { query: {} })
    await hideShowDelete(page, '新横幅', banners)

    await goWithin(page, '/images')
    await settled(page)
    await page.locator('.sortable').first().getByRole('button', { name: '编辑' }).click()
    await page.getByLabel('说明').fill('改过的说明')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('改过的说明').waitFor()
    const images = () => world.anonymous.call(api.images.list, { query: {} })
    assert.ok((await images()).some(({ caption }) => caption === '改过的说明'))
    await hideShowDelete(page, '改过的说明', images)
  })
})
