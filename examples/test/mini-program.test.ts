import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { api, defaultBookingRules, type SelfTestDocument } from '@zhenyue/contract'
import { createMiniProgram, wxRequest } from '../../contract/test/mini-program.ts'
import { buildPackage } from '../../scripts/package.ts'
import { newSecret } from '../../server/src/outbound/signature.ts'
import { booking, fakePhone, startWorld } from '../../server/test/world.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-mini-'))
after(() => rmSync(folder, { recursive: true, force: true }))

// As WeChat's tools do: the package beside the sources, the sources compiled as their own configuration says.
const source = join(folder, 'source')
const built = join(folder, 'built')
cpSync(join(root, 'examples/mini-program'), source, { recursive: true })
const installed = join(source, 'node_modules/@zhenyue/contract')
mkdirSync(installed, { recursive: true })
buildPackage(installed)
symlinkSync(join(root, 'node_modules/zod'), join(source, 'node_modules/zod'), 'junction')
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', source, '--outDir', built, '--singleThreaded'],
  { stdio: ['ignore', 'inherit', 'inherit'] },
)

const paths: string[] = JSON.parse(readFileSync(join(source, 'app.json'), 'utf8')).pages

interface Page {
  data: Record<string, any>
  setData(changes: object): void
  [name: string]: any
}

/** The mini program on a phone: `open` gives a page, `did` is what it asked of WeChat. */
function start(url: string, request: typeof wxRequest = wxRequest) {
  const did: { dialled: string[]; went: string[]; asked: string[] } = { dialled: [], went: [], asked: [] }
  let options: Page | undefined
  const wx = {
    request,
    makePhoneCall: ({ phoneNumber }: { phoneNumber: string }) => did.dialled.push(phoneNumber),
    navigateTo: (to: { url: string }) => did.went.push(to.url),
    redirectTo: (to: { url: string }) => did.went.push(to.url),
    showModal({ content, success }: { content: string; success: (answer: { confirm: boolean }) => void }) {
      did.asked.push(content)
      success({ confirm: true })
    },
  }
  writeFileSync(join(built, 'config.js'), `exports.serviceUrl = ${JSON.stringify(url)}`)
  async function open(path: string, query: object = {}): Promise<Page> {
    const packages = { '@zhenyue/contract': join(installed, 'miniprogram') }
    const { load } = createMiniProgram(packages, { wx, Page: (given: Page) => (options = given) })
    load(join(built, path))
    const page: Page = {
      ...options!,
      data: structuredClone(options!.data),
      setData(changes) {
        Object.assign(page.data, changes)
      },
    }
    await page['onLoad']?.(query)
    return page
  }
  return { did, open }
}

const tapOn = (dataset: Record<string, string>) => ({ currentTarget: { dataset } })
const type = (page: Page, name: string, value: string) =>
  page['enter']({ ...tapOn({ name }), detail: { value } })
const agree = (page: Page) => page['agree']({ detail: { value: ['yes'] } })
/** Waits for what a tap has begun. */
async function until(holds: () => boolean) {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 400, 'it never came')
    await new Promise((soon) => setTimeout(soon, 10))
  }
}

test('every page has the handlers and values that its markup names, in full-width Chinese', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const { open } = start(url)
  assert.equal(paths.length, 4)
  for (const path of paths) {
    const page = await open(path)
    const markup = readFileSync(join(source, `${path}.wxml`), 'utf8')
    for (const [, handler] of markup.matchAll(/bind\w+="(\w+)"/g))
      assert.equal(typeof page[handler!], 'function', `${path} has ${handler}`)
    for (const [, expression] of markup.matchAll(/\{\{(.+?)\}\}/g)) {
      for (const [name] of expression!.replace(/'[^']*'/g, '').matchAll(/(?<![.\w])[a-z]\w*/gi))
        assert.ok(name === 'item' || name in page.data, `${path} has ${name}`)
    }
    const texts = markup.replace(/<[^>]*>/g, ' ').replace(/\{\{.*?\}\}/g, '字')
    assert.doesNotMatch(texts, /\p{Script=Han}[,:;?!()]|[,:;?!()]\p{Script=Han}/u, path)
  }
})

test('the home page shows what the hospital says, and that it could not be reached', async (t) => {
  const { url, anonymous } = await startWorld(t, 'sqlite')
  const home = await start(url).open('pages/home/index')
  assert.equal(home.data['title'], (await anonymous.call(api.home.read)).hero.title)
  assert.match(home.data['hospital'].phone, /^[\d-]+$/)
  const { open, did } = start('http://127.0.0.1:9')
  const failed = await open('pages/home/index')
  assert.match(failed.data['failed'], /没有连上医院的系统/)
  failed['dial'](tapOn({ phone: '120' }))
  assert.deepEqual(did.dialled, ['120'])
})

test('signs of an emergency end the self-test at once: 120 and the hospital, nothing to book, nothing that calms', async (t) => {
  const { url, anonymous } = await startWorld(t, 'sqlite')
  const document: SelfTestDocument = await anonymous.call(api.selfTest.read)
  const { open, did } = start(url)
  const page = await open('pages/self-test/index')
  const first = document.questions[0]!
  for (const option of first.options.filter(({ only }) => !only)) {
    page['show']({ ...page['test'], choices: {}, at: 0, finishedAt: '' })
    page['pick'](tapOn({ id: option.id }))
    const { step, result } = page.data
    assert.equal(step, 'result')
    assert.deepEqual([result.isEmergency, result.isPressing, result.bookLabel], [true, true, ''])
    assert.match(result.title + result.body, /120/)
    assert.doesNotMatch(JSON.stringify(result), /放心|正常|没有问题|不用担心/)
    assert.match(result.hospitalPhone, /^[\d-]+$/)
    assert.match(result.sentHint, /请不要等我们的电话/)
  }
  page['dial'](tapOn({ phone: '120' }))
  assert.deepEqual(did.dialled, ['120'])
})

test('the self-test asks its questions, names a department, and sends the result', async (t) => {
  const { url, admin } = await startWorld(t, 'sqlite')
  const { open, did } = start(url)
  const page = await open('pages/self-test/index')
  page['next']()
  assert.equal(page.data['message'], '请选择一项再继续')
  const { questions } = page['test'].document as SelfTestDocument
  for (let asked = 0; page.data['step'] === 'question'; asked++) {
    assert.ok(asked < 50)
    const { text } = page.data['question']
    const question = questions.find(({ zh }) => zh === text)!
    // Answers that point to a department, but for those that end the test.
    const option = question.stopIfAny
      ? question.options.find(({ only }) => only)!
      : (question.options.find(({ dept }) => dept === '肛肠') ??
        question.options.toSorted((a, b) => a.points - b.points)[0]!)
    page['pick'](tapOn({ id: option.id }))
    page['next']()
  }
  page['book']()
  assert.deepEqual(did.went, [`/pages/booking/index?department=${encodeURIComponent('肛肠')}`])
  assert.deepEqual([page.data['result'].isEmergency, page.data['result'].bookLabel], [false, '预约肛肠科'])

  await page['toDetails']()
  await page['send']()
  assert.equal(page.data['message'], '请填写姓名（最多 20 个字）')
  const phone = fakePhone()
  type(page, 'name', ' 张三 ')
  type(page, 'phone', phone)
  await page['send']()
  assert.equal(page.data['message'], '请先阅读隐私说明并勾选同意')
  agree(page)
  await page['send']()
  assert.equal(page.data['step'], 'sent')
  const { list } = await admin.call(api.leads.list, { query: { phone } })
  assert.equal(list[0]!.name, '张三')
  assert.ok(list[0]!.selfTest, 'the service finds the same level by itself')
})

async function fillIn(page: Page, phone: string) {
  type(page, 'patientName', '李四')
  type(page, 'patientAge', '６６岁')
  type(page, 'patientPhone', phone)
  agree(page)
}

test('a visit is booked without schedules, once, though the answer was lost on its way', async (t) => {
  const { url, admin } = await startWorld(t, 'sqlite', { CONSENT: 'required' })
  let isLost = true
  const { open } = start(url, (options) =>
    wxRequest(
      options.method === 'POST' && isLost
        ? { ...options, success: () => options.fail({ errMsg: 'request:fail timeout' }) }
        : options,
    ),
  )
  const phone = fakePhone()
  const page = await open('pages/booking/index', { department: encodeURIComponent('胃肠') })
  assert.equal(page.data['days'].length, 14)
  page['pickDay'](tapOn({ date: page.data['days'][0].date }))
  page['pickTime'](tapOn({ id: '下午' }))
  await page['send']()
  assert.equal(page.data['message'], '请填写就诊人姓名（最多 20 个字）')
  await fillIn(page, phone)
  type(page, 'patientAge', '9')
  assert.equal(page.data['needsGuardian'], true)
  await page['send']()
  assert.match(page.data['message'], /监护人/)
  type(page, 'patientAge', '66')
  await page['send']()
  assert.match(page.data['message'], /还不能确定医院是否收到/)
  isLost = false
  await page['send']()
  assert.match(page.data['booked'].text, /下午 胃肠科$/)
  const { list, total } = await admin.call(api.appointments.list, { query: { phone } })
  assert.equal(total, 1)
  assert.deepEqual([list[0]!.number, list[0]!.timeSlot], [page.data['booked'].number, '下午'])
})

test('where there are schedules a free slot is booked, and a full one cannot be chosen', async (t) => {
  const { url, admin, time } = await startWorld(t, 'sqlite')
  const tomorrow = time.dayOf(time.now() + 24 * 60 * 60 * 1000)
  const departments = { ...defaultBookingRules.departments, 肛肠: { mode: 'on' as const } }
  await admin.call(api.bookingRules.replace, {
    body: { ...defaultBookingRules, departments, cutoffMinutes: 0 },
  })
  const slotAt = (start: string, end: string, places: number) =>
    admin.call(api.slots.create, {
      body: { date: tomorrow, departmentName: '肛肠', start, end, places },
    })
  const full = await slotAt('08:00', '09:00', 1)
  const free = await slotAt('09:00', '10:00', 2)
  await admin.call(api.appointments.create, { body: { ...booking(), date: tomorrow, slotId: full.id } })

  const page = await start(url).open('pages/booking/index')
  await page['pickDepartment'](tapOn({ id: '肛肠' }))
  assert.equal(page.data['days'].map(({ date }: { date: string }) => date).join(), tomorrow)
  page['pickDay'](tapOn({ date: tomorrow }))
  page['pickTime'](tapOn({ id: full.id }))
  await fillIn(page, fakePhone())
  await page['send']()
  assert.equal(page.data['message'], '请选择就诊时间')
  page['pickTime'](tapOn({ id: free.id }))
  await page['send']()
  assert.match(page.data['booked'].text, /09:00.*肛肠科$/)
})

/** What a gateway for text messages was given. */
async function gateway(t: TestContext) {
  const codes: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { code } = JSON.parse(body).params
    if (code) codes.push(code)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => (server.closeAllConnections(), server.close()))
  const SMS_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { codes, env: { SMS_PROVIDER: 'http', SMS_URL, SMS_SECRET: newSecret() } }
}

test('my appointments are shown and cancelled, after a proof of the phone where the service asks for it', async (t) => {
  const { codes, env } = await gateway(t)
  const { url, anonymous, time } = await startWorld(t, 'sqlite', { ...env, PHONE_PROOF: 'all' })
  const date = time.dayOf(time.now() + 24 * 60 * 60 * 1000)
  const booked = await anonymous.call(api.appointments.create, { body: booking({ date }) })
  const { open, did } = start(url)
  const page = await open('pages/mine/index')
  type(page, 'phone', '123')
  await page['find']()
  assert.equal(page.data['message'], '请填写 11 位手机号')
  type(page, 'phone', booked.patientPhone)
  await page['find']()
  assert.deepEqual(
    [page.data['asksProof'], page.data['visits'].length, page.data['hasNone']],
    [true, 0, false],
  )
  await page['sendCode']()
  await until(() => codes.length > 0)
  type(page, 'code', codes[0] === '000000' ? '000001' : '000000')
  await page['prove']()
  assert.match(page.data['message'], /验证码不对/)
  type(page, 'code', codes[0]!)
  await page['prove']()
  assert.equal(page.data['asksProof'], false)
  const [visit] = page.data['visits']
  assert.deepEqual([visit.status, visit.canCancel], ['待确认', true])
  assert.match(visit.when, /^\d+月\d+日 星期./)
  page['askToCancel'](tapOn({ id: visit.id }))
  await until(() => page.data['visits'][0].status === '已取消')
  assert.match(did.asked[0]!, /确定取消这个预约吗/)
  assert.equal(page.data['visits'][0].canCancel, false)
})
