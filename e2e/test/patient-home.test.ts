import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@zhenyue/contract'
import { sql } from 'kysely'
import { saveHospitals } from '../../server/src/hospitals/store.ts'
import { sticksOut } from '../checks.ts'
import { once, startPatient, widths } from '../patient.ts'

const empty = {
  hero: { title: '', subtitle: '', bgImage: '', primaryCta: { text: '', link: '' } },
  features: [],
  expertTeam: [],
  infoBanner: { enabled: true, texts: [] },
  heroExperts: [],
}

const hostile = `</script><script>window.harmed=1</script><img src=x onerror="window.harmed=1">'"\`{{7*7}}\u2028&lt;`

test('patient home', async (t) => {
  const { world, open } = await startPatient(t)
  const sample = await world.anonymous.call(api.home.read)
  const banners = await world.anonymous.call(api.banners.list)
  const replace = (document: object) =>
    world.admin.call(api.home.replace, { body: document as typeof sample })

  for (const width of widths) {
    await t.test(`everything in the document is shown, ${width} px`, async (t) => {
      const page = await open(t, { width })
      const hosts = new Set<string>()
      page.on('request', (request) => hosts.add(new URL(request.url()).host))
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
      for (const { title } of sample.features)
        assert.ok(await page.getByRole('link', { name: title }).first().isVisible())
      for (const { name } of sample.heroExperts)
        assert.equal(await page.getByRole('link', { name }).count(), 2)
      for (const { title } of banners) assert.equal(await page.getByRole('link', { name: title }).count(), 1)
      assert.equal(
        await page.getByRole('link', { name: /拨打 010-0000-0000/ }).getAttribute('href'),
        'tel:010-0000-0000',
      )
      assert.equal(await sticksOut(page), false)
      assert.deepEqual([...hosts], [new URL(world.url).host], 'everything comes from our own origin')
    })
  }

  await t.test('the content is there before any script, with title and description', async (t) => {
    const page = await open(t, { javaScriptEnabled: false })
    await page.goto('/')
    assert.equal(await page.title(), `${sample.hero.title} - 青禾消化专科医院（示例）`)
    assert.equal(await page.getAttribute('meta[name=description]', 'content'), sample.hero.subtitle)
    for (const text of [
      sample.hero.title,
      '健康自测',
      '何佳宁',
      banners[0]!.title,
      sample.infoBanner.texts[0]!,
    ]) {
      assert.ok(await page.locator('main').getByText(text).first().isVisible(), text)
    }
    await page.getByRole('link', { name: '立即预约' }).click()
    assert.ok(await page.locator('noscript p').isVisible())
    assert.match(await page.locator('noscript p').innerText(), /^这个浏览器打不开本页/)
    assert.ok(await page.locator('noscript a[href="tel:010-0000-0000"]').isVisible())
    assert.equal(await page.getByText('正在加载').isVisible(), false)
  })

  await t.test('what is empty or missing leaves no trace', async (t) => {
    await replace(empty)
    for (const { id } of banners)
      await world.admin.call(api.banners.update, { params: { id }, body: { enabled: false } })
    const page = await open(t)
    await page.goto('/')
    assert.deepEqual(await page.locator('main h2').allInnerTexts(), ['青禾消化专科医院（示例）'])
    assert.equal(await page.title(), '青禾消化专科医院（示例）')
    assert.equal(await page.locator('.hero, .info-banner, .features, .people, .banners').count(), 0)
    for (const { id } of banners)
      await world.admin.call(api.banners.update, { params: { id }, body: { enabled: true } })
  })

  await t.test(
    'links of the document lead to their screens, unknown ones home, foreign ones out',
    async (t) => {
      const cases: [string, string | null][] = [
        ['/pages/appointment/index', '/appointment'],
        ['pages/self-test/index', '/self-test'],
        ['/pages/expert/detail?id=exp-2', '/experts/exp-2'],
        ['/pages/my-appointments/index?from=home', '/my-appointments'],
        ['/pages/unknown/index', '/'],
        ['/hospital', '/hospital'],
        ['/experts/exp-1#top', '/experts/exp-1'],
        ['/docs', '/'],
        ['/nowhere', '/'],
        ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
        ['tel:120', 'tel:120'],
        ['', null],
      ]
      await replace({
        ...sample,
        features: cases.map(([link], index) => ({ icon: '📝', title: `第${index}个`, link })),
      })
      const page = await open(t)
      await page.goto('/')
      for (const [index, [link, href]] of cases.entries()) {
        assert.equal(await page.locator('.feature').nth(index).getAttribute('href'), href, link)
      }
      await page.getByRole('link', { name: '第2个' }).click()
      await page.getByRole('heading', { name: '林若溪' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
      await page.goto('/pages/my-appointments/index')
      await page.waitForURL('**/my-appointments')
      await page.getByLabel('预约时填写的手机号').waitFor()
      await page.getByRole('button', { name: '返回' }).click()
      await page.waitForURL(`${world.url}/`)
      await replace(sample)
    },
  )

  await t.test(
    'the first of the hospital’s numbers is called, from a tile of the document too',
    async (t) => {
      const hospital = await world.anonymous.call(api.hospitals.detail, { params: { id: 'h-001' } })
      const { createdAt: _c, updatedAt: _u, ...fields } = hospital
      const by = { username: 'test', address: '' }
      const phone = '（010）8888 6666 / 010-88887777'
      await saveHospitals(world.db, world.time, [{ ...fields, phone }], by)
      const page = await open(t)
      await page.goto('/')
      const call = page.locator('main').getByRole('link', { name: '拨打 (010)8888 6666' })
      assert.equal(await call.getAttribute('href'), 'tel:01088886666')
      const tile = page.getByRole('link', { name: '电话咨询' })
      assert.equal(await tile.getAttribute('href'), 'tel:01088886666')
      await page.goto('/hospital')
      await page.getByText(phone).waitFor()
      await saveHospitals(world.db, world.time, [{ ...fields, phone: '' }], by)
      await page.goto('/')
      assert.equal(await page.locator('.feature', { hasText: '电话咨询' }).getAttribute('href'), null)
      await saveHospitals(world.db, world.time, [fields], by)
    },
  )

  await t.test('where the script does not come, the page says so and whom to call', async (t) => {
    const page = await open(t)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/appointment')
    const late = page.getByText('这一页没有加载出来')
    assert.equal(await late.isVisible(), false)
    await late.waitFor()
    await page.locator('main a[href="tel:010-0000-0000"]').waitFor()
    await page.unrouteAll()
    await page.getByRole('link', { name: '再试一次' }).click()
    await page.getByText('第 1 步').waitFor()
  })

  await t.test('a retry without a network stays in the page, and with one goes on', async (t) => {
    // The script of the next page must not be in the cache.
    const page = await open(t, { alone: true })
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: '我的预约' }).first().click()
    for (let time = 0; time < 2; time++) {
      await page.getByRole('button', { name: '再试一次' }).click()
      await page.getByText('没有等到答复').waitFor()
    }
    await page.locator('main a[href="tel:010-0000-0000"]').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '再试一次' }).click()
    await page.getByLabel('预约时填写的手机号').waitFor()
  })

  await t.test('notices move on, stop when asked, and stand still for who wants it', async (t) => {
    const page = await open(t, { alone: true })
    await page.clock.install()
    await page.goto('/')
    const shown = () => page.locator('.info-banner li:visible').allInnerTexts()
    const [first, second] = sample.infoBanner.texts
    assert.deepEqual(await shown(), [first])
    await page.getByRole('button', { name: '停止滚动，显示全部' }).waitFor()
    await page.clock.runFor(5500)
    assert.deepEqual(await shown(), [second])
    await page.getByRole('button', { name: '停止滚动，显示全部' }).click()
    assert.deepEqual(await shown(), sample.infoBanner.texts)
    await page.clock.runFor(20_000)
    assert.deepEqual(await shown(), sample.infoBanner.texts)
    const still = await open(t, { reducedMotion: 'reduce' })
    await still.goto('/')
    await still.getByText(sample.infoBanner.texts[2]!).waitFor()
  })

  await t.test('hostile text in every field of every document stays text', async (t) => {
    const text = (max: number) => hostile.slice(0, max)
    const people = [
      { id: hostile, name: hostile, title: hostile, avatar: '/media/none"onerror="harmed=1.svg' },
    ]
    await replace({
      hero: {
        title: hostile,
        subtitle: hostile,
        bgImage: '/"><script>window.harmed=1</script>',
        primaryCta: { text: hostile, link: '/"><script>window.harmed=1</script>' },
      },
      features: [{ icon: hostile, title: hostile, link: '/x" onclick="window.harmed=1' }],
      expertTeam: people,
      infoBanner: { enabled: true, texts: [hostile] },
      heroExperts: people,
    })
    const one = { name: text(50), title: text(50), department: text(50), intro: hostile, avatar: '/a"b.png' }
    const expert = await world.admin.call(api.experts.create, { body: { ...one, sort: -1 } })
    await world.admin.call(api.banners.create, {
      body: { title: text(50), subtitle: text(50), image: '/a"b.png', link: '/x"y', sort: -1 },
    })
    await world.admin.call(api.images.create, {
      body: { image: '/a"b.png', caption: hostile.replace('\u2028', ''), sort: -1 },
    })
    await saveHospitals(
      world.db,
      world.time,
      [
        {
          id: 'h-001',
          name: text(50),
          level: text(50),
          address: hostile,
          phone: `1"><script>${'</script>'}`,
          intro: hostile,
          description: hostile,
          banner: '',
          logo: '/a"b.png',
          established: text(20),
          departments: 1,
          doctors: 1,
          beds: 1,
        },
      ],
      { username: 'test', address: '' },
    )
    const page = await open(t)
    for (const path of ['/', '/experts', `/experts/${expert.id}`, '/hospital', '/help', '/appointment']) {
      await page.goto(path)
      await page.waitForFunction(() => !document.querySelector('.loading'))
      if (path === '/appointment') await page.getByRole('radio', { name: /肛肠科/ }).check()
      assert.equal(await page.evaluate(() => 'harmed' in globalThis), false, path)
      assert.equal(await page.locator('#app script').count(), 0, path)
    }
    await page.goto('/')
    assert.equal(await page.locator('.hero h1').innerText(), hostile)
    assert.equal(await page.locator('.feature').getAttribute('href'), '/')
    await replace(sample)
  })

  await t.test(
    'a bad network: the last good home is shown from the phone, with a note and a retry',
    async (t) => {
      const page = await open(t)
      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.goto('/help')
      await once(page, '/api/v1/config/home', (route) => route.abort())
      await page.getByRole('link', { name: '首页' }).click()
      await page.getByText('保存在手机上的内容').waitFor()
      await page.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
      await page.getByRole('button', { name: '再试一次' }).click()
      await page.getByText('保存在手机上的内容').waitFor({ state: 'detached' })

      const stranger = await open(t)
      await stranger.goto('/help')
      await once(stranger, '/api/v1/config/home', (route) => route.abort())
      await stranger.getByRole('link', { name: '首页' }).click()
      await stranger.getByText('没有等到答复').waitFor()
      await stranger.getByRole('button', { name: '再试一次' }).click()
      await stranger.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
    },
  )

  await t.test(
    'where the service cannot read its database, the page still comes and shows what the phone has',
    async (t) => {
      const page = await open(t)
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
      await sql`alter table home rename to home_away`.execute(world.db)
      await sql`alter table content_version rename to content_version_away`.execute(world.db)
      try {
        await page.reload()
        await page.getByText('保存在手机上的内容').waitFor()
        await page.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
      } finally {
        await sql`alter table home_away rename to home`.execute(world.db)
        await sql`alter table content_version_away rename to content_version`.execute(world.db)
      }
      await page.getByRole('button', { name: '再试一次' }).click()
      await page.getByText('保存在手机上的内容').waitFor({ state: 'detached' })
    },
  )

  await t.test('preview: a draft from the same origin is shown, its links lead nowhere', async (t) => {
    const page = await open(t, { alone: true })
    await page.route('**/a-console', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }))
    await page.goto('/a-console')
    const frame = await page.evaluateHandle(async () => {
      const frame = document.createElement('iframe')
      frame.src = '/?preview=1'
      const ready = new Promise((resolve) => {
        addEventListener('message', ({ data }) => data.type === 'zhenyue-preview-ready' && resolve(undefined))
      })
      document.body.append(frame)
      await ready
      return frame
    })
    const send = (message: object) =>
      frame.evaluate((frame, data) => frame.contentWindow!.postMessage(data, location.origin), message)
    const shown = page.frameLocator('iframe')
    const titles: string[] = []
    await page.exposeFunction('noteTitle', (title: string) => titles.push(title))
    await page.frames()[1]!.evaluate(() => {
      new MutationObserver(() => {
        const title = document.querySelector('h1')?.textContent
        if (title) (globalThis as any).noteTitle(title)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await shown.getByRole('heading', { level: 1, name: sample.hero.title }).waitFor()
    await send({
      type: 'zhenyue-preview',
      home: { ...empty, hero: { title: '草稿', primaryCta: { text: '点我', link: '/help' } } },
    })
    await shown.getByRole('heading', { level: 1, name: '草稿' }).waitFor()
    await shown.getByText('点我').click()
    await shown.getByRole('button', { name: '长辈版' }).click()
    await send({
      type: 'zhenyue-preview',
      home: { hero: null, features: [{ icon: '🐢', link: 'javascript:parent.harmed=1' }, 7] },
    })
    await shown.getByText('🐢').click()
    assert.equal(await shown.locator('.feature').first().getAttribute('href'), null)
    await shown.getByText('草稿').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(() => 'harmed' in globalThis), false)
    assert.ok(page.frames().some((one) => one.url().endsWith('/?preview=1')))
    assert.equal(await shown.locator('html').getAttribute('data-elder'), 'false')

    // Frames by others are refused by the policy; should a message of theirs come all the same, it counts for nothing.
    await page.frames()[1]!.evaluate(() => {
      const data = { type: 'zhenyue-preview', home: { hero: { title: '外人' } } }
      dispatchEvent(new MessageEvent('message', { data, origin: 'https://foreign.example', source: parent }))
      postMessage(data, location.origin)
    })
    await send({ type: 'zhenyue-preview', home: { hero: { title: '末稿' } } })
    await shown.getByRole('heading', { level: 1, name: '末稿' }).waitFor()
    // What was there before the draft may still be noted, by how fast the page comes to life.
    titles.unshift(sample.hero.title)
    assert.deepEqual([...new Set(titles)], [sample.hero.title, '草稿', '末稿'])
  })
})
