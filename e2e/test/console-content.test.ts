import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { go, settled, startConsole } from '../console.ts'

test('home page and content', async (t) => {
  const { world, open } = await startConsole(t)
  const readHome = () => world.anonymous.call(api.home.read)

  await t.test(
    'a section is changed, shown in the preview before it is saved, reset and saved',
    async (t) => {
      const page = await open(t, { width: 1440 })
      await go(page, '/home')
      const hero = page.getByRole('region', { name: '首屏', exact: true })
      const preview = page.frameLocator('iframe[title=手机预览]')
      await hero.getByLabel('标题', { exact: true }).fill('还没保存的标题')
      await preview.getByText('还没保存的标题').waitFor()
      await hero.getByText('未保存').waitFor()
      await hero.getByRole('button', { name: '还原' }).click()
      await hero.getByText('未保存').waitFor({ state: 'hidden' })
      await hero.getByLabel('标题', { exact: true }).fill('保存了的标题')
      await hero.getByRole('button', { name: '保存' }).click()
      await page.getByText('首屏已保存').waitFor()
      assert.equal((await readHome()).hero.title, '保存了的标题')
      const banner = page.getByRole('region', { name: '公告条', exact: true })
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

  await t.test(
    'two people at one section: the later is told and decides; other sections do not matter',
    async (t) => {
      const [mine, theirs] = [await open(t), await open(t)]
      await go(mine, '/home')
      await go(theirs, '/home')
      const heroOf = (page: typeof mine) => page.getByRole('region', { name: '首屏', exact: true })
      await heroOf(mine).getByLabel('副标题').fill('我的副标题')
      await heroOf(theirs).getByLabel('副标题').fill('对方的副标题')
      await heroOf(theirs).getByRole('button', { name: '保存' }).click()
      await theirs.getByText('首屏已保存').waitFor()
      await heroOf(mine).getByRole('button', { name: '保存' }).click()
      await mine.getByText('您编辑的时候,别人也保存了这一块').waitFor()
      assert.equal(await heroOf(mine).getByLabel('副标题').inputValue(), '我的副标题')
      assert.equal((await readHome()).hero.subtitle, '对方的副标题')
      await mine.getByRole('button', { name: '用我的覆盖' }).click()
      await mine.getByText('首屏已保存').waitFor()
      assert.equal((await readHome()).hero.subtitle, '我的副标题')

      const bannerOf = (page: typeof mine) => page.getByRole('region', { name: '公告条', exact: true })
      await bannerOf(theirs).getByRole('switch').click()
      await bannerOf(theirs).getByRole('button', { name: '保存' }).click()
      await theirs.getByText('公告条已保存').waitFor()
    },
  )

  await t.test('versions are compared and restored', async (t) => {
    const before = (await readHome()).hero
    await world.admin.call(api.home.updateHero, { body: { title: '要被撤回的标题' } })
    const page = await open(t)
    await go(page, '/home')
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
      const page = await open(t)
      await go(page, '/experts')
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
      assert.match(added.avatar, /^data:image\/jpeg/)

      const names = async () => (await list()).map(({ name }) => name)
      const [first, second] = await names()
      await page.getByRole('button', { name: `移动 ${first}` }).focus()
      await page.keyboard.press('Space')
      await page.getByText(new RegExp(`拿起了 ${first}|${first} 移到第 1 位`)).waitFor({ state: 'attached' })
      await page.keyboard.press('ArrowDown')
      await page.getByText(`${first} 移到第 2 位`).waitFor({ state: 'attached' })
      await page.keyboard.press('Space')
      await page.getByText('顺序已保存').waitFor()
      assert.deepEqual((await names()).slice(0, 2), [second, first])

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

  await t.test('banners and images', async (t) => {
    const page = await open(t)
    await go(page, '/banners')
    await page.getByRole('button', { name: '新增' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('标题或图片至少填写一项').waitFor()
    await page.getByLabel('标题', { exact: true }).fill('新横幅')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('新横幅').waitFor()
    await go(page, '/images')
    await settled(page)
    await page.locator('.sortable').first().getByRole('button', { name: '编辑' }).click()
    await page.getByLabel('说明').fill('改过的说明')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('改过的说明').waitFor()
  })
})
