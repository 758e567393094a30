import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, choicesOf, type SelfTestContent } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { defaultSelfTest } from '../../server/src/self-test/default.ts'
import { lead, logInAs } from '../../server/test/world.ts'
import { axeFinds, ofColours, sticksOut } from '../checks.ts'
import { choose, drawn, startConsole } from '../console.ts'

const approvedBy = { name: '王医生', title: '主任医师' }

test('self-test', async (t) => {
  const { world, open } = await startConsole(t)
  const nurse = await logInAs(world, 'admin')
  const saveElsewhere = (change: (content: SelfTestContent) => void) =>
    nurse.call(api.selfTest.draft).then((draft) => {
      change(draft)
      return nurse.call(api.selfTest.saveDraft, { body: draft })
    })

  await t.test('is edited, tried on a phone, checked as one types, and published by another', async (t) => {
    const page = await open(t, { width: 1440, at: '/self-test' })
    const preview = page.getByRole('complementary', { name: '手机预览' })
    const part = (name: string) =>
      page.getByRole('navigation', { name: '自测的各部分' }).getByRole('link', { name })
    const faults = page.getByRole('region', { name: '安全检查' })
    await page.getByText('患者现在看到 2.0.0 版，尚未经本院医师审核').waitFor()
    await faults.getByText('安全检查通过，可以发布').waitFor()

    // What is typed shows on the phone, and a fault beside its field and in the list, which leads back to it.
    await page.getByRole('button', { name: /^2\. 您今年多大/ }).click()
    const text = page.getByLabel('问题文字（中文）')
    await text.fill('')
    await faults.getByText('有 1 处要改').waitFor()
    await page.locator('.named-field').getByText('请填写中文').waitFor()
    await part('标记').click()
    await page.getByText('已锁定：').last().waitFor()
    assert.equal(await page.getByText('已锁定：').count(), 8)
    await faults.getByRole('button', { name: '问题 2：请填写中文' }).click()
    await text.and(page.locator(':focus')).waitFor()
    await text.fill('您的年龄？')
    await faults.getByText('安全检查通过').waitFor()
    await preview.getByRole('checkbox', { name: '都没有' }).check()
    await preview.getByRole('button', { name: '下一题' }).click()
    await preview.getByText('您的年龄？').waitFor()

    // So does one of another part.
    await part('结果文字').click()
    await page.getByLabel('正文（中文）').first().fill('您很健康，请放心。')
    await part('规则').click()
    await page.getByText('如果有“大便发黑或暗红”，则为“今明两天就诊”').waitFor()
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByText('请先保存草稿，再发布').waitFor()
    await faults.getByRole('button', { name: /请去掉“放心”“健康”/ }).click()
    const body = page.getByLabel('正文（中文）').first()
    await body.and(page.locator(':focus')).waitFor()
    await body.fill('这不等于没有病，有变化请随时就诊。')

    // A rule in plain words; there is no “not” to choose.
    await part('规则').click()
    await page.getByRole('button', { name: '新增规则' }).click()
    await faults.getByText('请把条件写完整').waitFor()
    await choose(page, '条件类型', '选了任一选项')
    await page.getByRole('combobox', { name: '选项', exact: true }).fill('70 岁')
    await page.locator('.ant-select-item-option', { hasText: '70 岁及以上' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('告诉患者的原因（中文）').fill('70 岁以上')
    await page.getByLabel('告诉患者的原因（英文）').fill('70 or over')
    await choose(page, '来源', 'Judgement of the authors')
    await page.keyboard.press('Escape')
    await page.getByText('如果选了“70 岁及以上”，则为“择期就诊”').waitFor()
    await faults.getByText('安全检查通过').waitFor()
    await preview.getByRole('radio', { name: '70 岁及以上' }).check()
    const asked = defaultSelfTest.questions.slice(2).filter(({ showIf }) => !showIf)
    for (const { options } of asked) {
      await preview.getByRole('button', { name: '下一题' }).click()
      await preview.getByLabel(options.find(({ points }) => points === 0)!.zh, { exact: true }).check()
    }
    await preview.getByRole('button', { name: '看结果' }).click()
    await preview.getByRole('heading', { name: '建议找时间看看医生' }).waitFor()
    await preview.getByText('如果选了“70 岁及以上”，则为“择期就诊”').waitFor()
    await preview.getByText('尚未经本院医师审核').first().waitFor()

    // Somebody else has saved meanwhile: both are shown, and a person decides.
    await saveElsewhere(({ rules }) => (rules[0]!.zh = '急症'))
    await page.keyboard.press('Control+s')
    const conflict = page.getByRole('alert').filter({ hasText: '别人也修改了自测草稿' })
    await conflict.getByText('急症', { exact: true }).waitFor()
    await conflict.getByText('删除规则“70 岁以上”').waitFor()
    await conflict.getByRole('button', { name: '用我的，覆盖对方' }).click()
    await page.getByText('草稿已保存，患者看到的还没有变').waitFor()
    await part('与已发布的不同').click()
    const changes = page.getByRole('region', { name: '与患者现在看到的相比' })
    await changes.getByText('新增规则“70 岁以上”').waitFor()
    await changes.getByText('问题“您今年多大？” · 中文').waitFor()

    // Not by the one who wrote it, and nothing typed is lost.
    await page.getByRole('button', { name: '发布', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '发布健康自测' })
    await dialog.getByLabel('审核医师姓名').fill(approvedBy.name)
    await dialog.getByLabel('职称').fill(approvedBy.title)
    await dialog.getByRole('button', { name: '确认发布' }).click()
    await dialog.getByText('您是最后修改草稿的人。为了安全，请另一位同事登录检查后发布。').waitFor()
    await saveElsewhere(({ questions }) => (questions[2]!.zh = '性别？'))
    await dialog.getByRole('button', { name: '确认发布' }).click()
    await dialog.getByText('内容已被他人修改').waitFor()
    await dialog.getByText('问题“您的性别？” · 中文').waitFor()
    await dialog.getByRole('button', { name: '确认发布' }).click()
    await page.getByText('已发布 2.1.0 版').waitFor()
    await page.getByText('患者现在看到 2.1.0 版，王医生 主任医师 审核').waitFor()
    const now = await world.anonymous.call(api.selfTest.read)
    assert.deepEqual(
      [now.approvedBy, now.questions[1]!.zh, now.questions[2]!.zh],
      [approvedBy, '您的年龄？', '性别？'],
    )
    await page.getByRole('button', { name: '历史版本' }).click()
    await page.getByRole('button', { name: '查看 2.0.0' }).click()
    const drawer = page.getByRole('dialog', { name: '历史版本' })
    await drawer.getByText('新增规则“70 岁以上”').waitFor()
    await drawer.getByText('您今年多大？', { exact: true }).waitFor()
  })

  const sent = (name: string, ids: string, claims: Record<string, unknown> = {}) => {
    const choices = choicesOf(defaultSelfTest, ids.split(' '))!
    const questionnaire = selfTestQuestionnaire(defaultSelfTest, choices, '2026-01-01T08:00:00.000Z')
    const body = lead({ name, score: questionnaire.total, questionnaire: { ...questionnaire, ...claims } })
    return world.anonymous.call(api.leads.submit, { body })
  }

  await t.test('leads show what the service found, and are filtered and put in order by it', async (t) => {
    await sent('黑便', 'now_none a40 b_dark m_none')
    await sent('谎报', 'now_none a18', { level: 'emergency', flags: ['dark'] })
    await sent('择期', 'now_none a18 c_often')
    const answers = { 3: '持续一个月以上', 5: '手纸上偶尔有少量鲜血', 7: '没有' }
    await world.anonymous.call(api.leads.submit, {
      body: lead({ name: '旧版', questionnaire: { total: 20, answers, createdAt: '' } }),
    })
    const page = await open(t, { onward: true, at: '/leads' })
    await choose(page, '排序', '紧急的在前')
    await page.waitForURL(/order=urgency/)
    await page.locator('tbody tr[data-row-key]').first().getByText('黑便').waitFor()
    assert.match(await page.locator('tbody tr[data-row-key]').first().innerText(), /今明两天就诊/)
    await choose(page, '紧急程度', '择期就诊')
    await page.waitForURL(/level=routine/)
    await page.getByText('共 1 条').waitFor()
    await page.getByRole('button', { name: '清空' }).click()
    await page.getByRole('button', { name: '谎报' }).click()
    await page.getByText('提交的结果与回答不符').waitFor()
    await page.getByText('不符的有：紧急程度、标记。').waitFor()
    await page.locator('.drawer-section').getByText('未见报警信号').waitFor()
    await page.getByRole('button', { name: '黑便' }).click()
    const rules = page.locator('.matched-rules')
    await rules.getByText('大便发黑或暗红').waitFor()
    await rules
      .getByText(/NICE NG12/)
      .first()
      .waitFor()
    await page.locator('.answers').getByText('大便黑亮像柏油，或暗红色').waitFor()
    assert.deepEqual(await axeFinds(page), [])
    await page.getByRole('button', { name: '旧版' }).click()
    await page.locator('.answers').getByText('您的大便里或卫生纸上有没有血？').waitFor()
    assert.equal(await page.getByText('旧版自测，请复核').count(), 2)
  })

  await t.test('every part is for phones, keyboards and both themes', async (t) => {
    const page = await open(t, { width: 390, at: '/self-test?view=statistics' })
    await page.getByText(/共 3 份健康自测/).waitFor()
    const row = page.getByRole('table', { name: '紧急程度' }).getByRole('row', { name: /今明两天就诊/ })
    assert.match(await row.innerText(), /1\s+33%/)
    const found: string[] = []
    const check = async (view: string, rules?: typeof ofColours) => {
      found.push(...(await axeFinds(page, rules)).map((one) => `${view}: ${one}`))
    }
    await check('统计')
    assert.ok(!(await sticksOut(page)), 'statistics stick out')
    for (const view of ['标记', '规则', '结果文字', '用例', '与已发布的不同', '问题']) {
      await page.getByRole('navigation', { name: '自测的各部分' }).getByRole('link', { name: view }).click()
      await page.locator('.section-card').first().waitFor()
      if (['规则', '用例', '问题'].includes(view)) {
        await page.locator('.opening-title').nth(1).focus()
        await page.keyboard.press('Enter')
        await page.locator('.question-editor').waitFor()
      }
      assert.ok(!(await sticksOut(page)), `${view} sticks out`)
      if (['规则', '结果文字'].includes(view)) await check(view)
    }
    await page.locator('.question-editor .opening-title').first().click()
    await page.getByLabel('选项文字（英文）').fill('')
    await page.locator('.named-field').getByText('请填写英文').waitFor()
    await check('问题')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html[data-theme=dark]').waitFor()
    await drawn(page)
    await check('问题 dark', ofColours)
    assert.deepEqual(found, [])
  })
})
