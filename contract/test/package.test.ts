import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { buildPackage, pack } from '../../scripts/package.ts'
import { booking, fakePhone, startWorld } from '../../server/test/world.ts'
import { createMiniProgram, wxRequest } from './mini-program.ts'
import type * as Web from '../src/web.ts'
import type * as Wx from '../src/wx.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Another project, with the package installed from its file. */
const installed = join(folder, 'node_modules/@zhenyue/contract')
const built = join(folder, 'built')
buildPackage(built)
const file = pack(built)
mkdirSync(installed, { recursive: true })
execFileSync('tar', ['-xzf', file, '-C', installed, '--strip-components=1'])
symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'), 'junction')
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')

/** Strict, and without any types of the web or of Node. */
function compile(sources: Record<string, string>) {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    types: [],
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
  }
  const files = Object.keys(sources)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source)
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--singleThreaded'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
}

test('the package has what it says, and nothing else', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.equal(manifest.name, '@zhenyue/contract')
  assert.equal(manifest.license, 'MIT')
  assert.equal(manifest.sideEffects, false)
  assert.deepEqual(Object.keys(manifest.dependencies), ['zod'])
  const files = globSync('**/*.*', { cwd: installed }).map((name) => name.replaceAll('\\', '/'))
  assert.deepEqual(
    files.filter((name) => !name.includes('/')).toSorted(),
    ['README.md', 'package.json'],
    'beside LICENSE',
  )
  assert.match(readFileSync(join(installed, 'LICENSE'), 'utf8'), /^MIT License/)
  for (const name of files) assert.match(name, /\.(js|d\.ts|json|md)$/)
  for (const target of Object.values(manifest.exports).flatMap((one) =>
    typeof one === 'string' ? [one] : Object.values(one as Record<string, string>),
  ))
    assert.ok(files.includes((target as string).slice(2)), `${target} is there`)
  for (const name of files.filter((one) => /\.(js|ts)$/.test(one))) {
    const source = readFileSync(join(installed, name), 'utf8')
    assert.doesNotMatch(source, /from ['"]\.[^'"]*\.ts['"]/, `${name} imports what is built`)
    if (name.startsWith('miniprogram/'))
      assert.doesNotMatch(source, /require\("(?!\.)/, `${name} needs no package`)
  }
})

/** The same program in every Node: it reads, books, is refused and cancels. */
const program = `
import { LeadSubmit } from '@zhenyue/contract'
import { api, CallError, createClient } from '@zhenyue/contract/client'
import { departmentLabels } from '@zhenyue/contract/labels'
import { choicesOf, evaluateSelfTest } from '@zhenyue/contract/self-test/engine'
declare const process: { argv: string[] }
declare const console: { log(text: string): void }
declare global {
  // Named by the types of zod.
  interface URL {}
}

const [, , baseUrl = '', patientPhone = ''] = process.argv
const { call } = createClient({ baseUrl: baseUrl + '/' })
const body = { patientName: '李四', patientAge: 66, patientPhone, date: '2026-12-01', departmentName: '肛肠' } as const
const booked = await call(api.appointments.create, { body })
const { list } = await call(api.appointments.list, { query: { phone: patientPhone, limit: 1 } })
const { status } = await call(api.appointments.cancel, { params: { id: booked.id } })
const again: unknown = await call(api.appointments.cancel, { params: { id: booked.id } }).catch((error) => error)
if (!(again instanceof CallError) || again.status !== 409) throw new Error('not refused')
const document = await call(api.selfTest.read)
const level: string | undefined = evaluateSelfTest(document, choicesOf(document, []) ?? {})?.level
const told = [list.length, list[0]?.departmentName, status, departmentLabels[booked.departmentName].zh, level]
if (LeadSubmit.safeParse({}).success) throw new Error('the schemas are not there')
// @ts-expect-error the id is missing
void (() => call(api.appointments.cancel))
console.log(told.join(' '))
`

const miniProgram = `
import { api, CallError, createWxClient } from '@zhenyue/contract/wx'
import { phonePattern } from '@zhenyue/contract/rules'
const { call } = createWxClient({ baseUrl: 'https://booking.example.org', timeout: 10_000 })
export const zone = async (): Promise<string> => (await call(api.meta.read)).timeZone
export const isRefusal = (error: unknown) => error instanceof CallError && phonePattern.test(error.message)
// @ts-expect-error the body is missing
export const wrong = () => call(api.leads.submit)
`

test('strict consumers compile with nodenext, and run in every Node', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  compile({ 'program.ts': program, 'mini-program.ts': miniProgram })
  // Where npm runs on another Node than the project, that of the machine, it has to do as well.
  const machines = new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])
  for (const node of machines) {
    const { stdout } = await promisify(execFile)(node, [join(folder, 'program.js'), url, fakePhone()])
    assert.equal(stdout.trim(), '1 肛肠 cancelled 肛肠科 none', node)
  }
})

test('a page that calls the API loads less than 10 KB for it, and no zod', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const entry = join(folder, 'page.js')
  writeFileSync(entry, `export { api, createClient } from '@zhenyue/contract/client'`)
  const result = (await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] }, minify: true },
  })) as Rolldown.RolldownOutput[]
  const chunks = result.flatMap(({ output }) => output)
  assert.equal(chunks.length, 1)
  const { code } = chunks[0] as Rolldown.OutputChunk
  t.diagnostic(`${gzipSync(code).length} bytes`)
  assert.ok(gzipSync(code).length < 10 * 1024, `${gzipSync(code).length} bytes`)
  assert.doesNotMatch(code, /ZodError|_zod/)
  const page: typeof Web = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { call } = page.createClient({ baseUrl: url })
  assert.equal((await call(page.api.meta.read)).timeZone, 'Asia/Shanghai')
})

test('it works in a mini program, which has neither fetch nor URL', async (t) => {
  const { url } = await startWorld(t, 'sqlite')
  const packages = { '@zhenyue/contract': join(installed, 'miniprogram') }
  const { context, load } = createMiniProgram(packages, { wx: { request: wxRequest } })
  for (const name of ['URL', 'URLSearchParams', 'fetch', 'Headers', 'Response', 'AbortController', 'process'])
    assert.equal(runInContext(`typeof ${name}`, context), 'undefined', name)

  const { api, CallError, createWxClient } = load(join(packages['@zhenyue/contract'], 'wx')) as typeof Wx
  const { call, send } = createWxClient({ baseUrl: url })
  const booked = await call(api.appointments.create, { body: booking() })
  const { patientPhone } = booked
  const { total } = await call(api.appointments.list, { query: { phone: patientPhone, limit: 1 } })
  assert.equal(total, 1)
  const reply = await send(api.appointments.cancel, { params: { id: booked.id } })
  assert.equal(reply.data.status, 'cancelled')
  assert.ok(reply.headers.get('X-Request-Id'), 'headers are found however they are written')
  await assert.rejects(call(api.appointments.cancel, { params: { id: booked.id } }), (error) => {
    assert.ok(error instanceof CallError)
    assert.equal(error.status, 409)
    assert.equal(error.message, '预约已取消')
    return true
  })
  const gone = createWxClient({ baseUrl: 'http://127.0.0.1:9' })
  await assert.rejects(gone.call(api.meta.read), { message: 'request:fail' })
})

test('addresses are written so that the service reads what was meant', async () => {
  const { api, createClient } = await import('../src/web.ts')
  const urls: string[] = []
  const note = async (url: string) => {
    urls.push(url)
    return { status: 200, headers: new Headers(), json: async () => ({ code: 0, message: 'ok' }) }
  }
  const { call } = createClient({ baseUrl: 'https://example.org/booking/', fetch: note })
  await call(api.appointments.detail, { params: { id: 'a/b ?' } })
  await call(api.appointments.list, { query: { phone: '1&2=3', limit: 10, status: undefined } })
  await call(api.people.search, { query: { keyword: '张 + \ud83d' } })
  assert.deepEqual(urls, [
    'https://example.org/booking/api/v1/appointments/a%2Fb%20%3F',
    'https://example.org/booking/api/v1/appointments?phone=1%262%3D3&limit=10',
    'https://example.org/booking/api/v1/admin/search?keyword=%E5%BC%A0%20%2B%20%EF%BF%BD',
  ])
})
