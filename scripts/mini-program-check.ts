import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wxRequest } from '../contract/test/mini-program.ts'
import { buildPackage } from './package.ts'
import { freePort } from './postgres.ts'

// npm run mini-program-check                   renders the pages of the example as WeChat's own tools compile them
// npm run mini-program-check -- --tools DIR    with tools that were installed there, or are now

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-mini-'))
const given = process.argv.indexOf('--tools')
const tools = given > 0 ? process.argv[given + 1]! : join(folder, 'tools')
const app = join(folder, 'app')
const failed: string[] = []

function install() {
  mkdirSync(tools, { recursive: true })
  const dependencies = { 'miniprogram-simulate': '1.6.2', jsdom: '29.1.1' }
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const command = 'npm install --ignore-scripts --no-audit --no-fund --loglevel=error'
  const { status } = spawnSync(command, { cwd: tools, stdio: 'inherit', shell: true })
  if (status === 0) return
  console.error('无法从 npm 安装检查工具 · the tools cannot be installed from npm: nothing was checked')
  process.exit(1)
}

/** The example as WeChat's tools have it in front of them: compiled, with the package built for mini programs. */
function prepare(serviceUrl: string) {
  cpSync(join(root, 'examples/mini-program'), app, { recursive: true })
  buildPackage(join(folder, 'package'))
  cpSync(join(folder, 'package/miniprogram'), join(app, 'node_modules/@zhenyue/contract'), {
    recursive: true,
  })
  const built = join(folder, 'built')
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', app, '--outDir', built, '--noCheck'])
  cpSync(built, app, { recursive: true })
  writeFileSync(join(app, 'config.js'), `exports.serviceUrl = ${JSON.stringify(serviceUrl)}`)
  // A page is rendered as the component that it is.
  for (const file of globSync(join(app, 'pages/*/index.json'))) {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), component: true }))
  }
}

async function startService() {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  const service = spawn(process.execPath, ['server/src/cli.js', 'serve'], { cwd: root, stdio: 'ignore', env })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; tries < 300 && !(await answers()); tries++) {
    await new Promise((soon) => setTimeout(soon, 100))
  }
  return { url, service }
}

interface Rendered {
  dom: { innerHTML: string }
  instance: { onLoad?: (query: object) => Promise<void> | void }
  attach(parent: unknown): void
  querySelector(selector: string): { dispatchEvent(name: string): void } | undefined
}

install()
const { url, service } = await startService()
prepare(url)
const load = createRequire(join(tools, 'package.json'))
const { window } = new (load('jsdom').JSDOM)('<!doctype html><body></body>')
const dialled: string[] = []
Object.assign(globalThis, { window, document: window.document, Event: window.Event })
Object.assign(globalThis, { HTMLElement: window.HTMLElement, CustomEvent: window.CustomEvent })
const simulate = load('miniprogram-simulate')
Object.assign(globalThis, {
  wx: {
    request: wxRequest,
    makePhoneCall: ({ phoneNumber }: { phoneNumber: string }) => dialled.push(phoneNumber),
  },
  Page: ({ data, ...methods }: { data: object }) =>
    (globalThis as unknown as { Component(options: object): void }).Component({ data, methods }),
})

async function open(page: string): Promise<Rendered> {
  const rendered: Rendered = simulate.render(
    simulate.load(join(app, 'pages', page, 'index'), { rootPath: app }),
  )
  rendered.attach(window.document.body)
  await rendered.instance.onLoad?.({})
  return rendered
}

/** Waits until the page shows all of these. */
async function shows(name: string, { dom }: Rendered, ...texts: string[]) {
  const missing = () => texts.filter((text) => !dom.innerHTML.includes(text))
  for (let tries = 0; tries < 100 && missing().length > 0; tries++) await simulate.sleep(50)
  console.log(`${missing().length === 0 ? '✔' : '✖'} ${name}`)
  if (missing().length > 0) failed.push(`${name}: ${missing().join(', ')}`)
}
const tap = (page: Rendered, selector: string) => page.querySelector(selector)?.dispatchEvent('tap')

const home = await open('home')
await shows('home', home, '预约就诊', '健康自测', '我的预约', '致电医院', '拨打 120')
const selfTest = await open('self-test')
await shows('self-test', selfTest, '第 1 题', '都没有')
tap(selfTest, '.choice')
await shows('self-test, an emergency', selfTest, '请马上去急诊', '拨打 120', '致电医院')
tap(selfTest, '.alarm')
await simulate.sleep(50)
if (dialled.join() !== '120') failed.push('120 is not dialled')
const booking = await open('booking')
await shows('booking', booking, '肛肠科', '胃肠科')
tap(booking, '.choice')
await shows('booking, a department', booking, '就诊日期', '当天就诊请直接致电医院')
const mine = await open('mine')
await shows('my appointments', mine, '查看预约')

service.kill()
await once(service, 'exit')
rmSync(folder, { recursive: true })
console.log(failed.length === 0 ? '\nnothing to complain of' : `\nfailed: ${failed.join('; ')}`)
process.exit(failed.length === 0 ? 0 : 1)
