import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './postgres.ts'

interface Given {
  folder: string
  tools: string
  document: string
  check: (name: string, ...command: string[]) => void
}

const body = `{ name: '张三', phone: '13900000000', questionnaire: { total: 1 } }`

/** The same small program with each generated client: it reads, sends, and is refused. */
const programs: Record<string, string> = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './generated.ts'
const client = createClient<paths>({ baseUrl: process.env['SERVICE']! })
const meta = await client.GET('/api/v1/meta')
const zone: string = meta.data!.data.timeZone
const first = await client.POST('/api/v1/leads', { body: ${body} })
const id: string = first.data!.data.id
const again = await client.POST('/api/v1/leads', { body: ${body} })
const message: string = again.error!.message
if (zone !== 'Asia/Shanghai' || !id || !message) throw new Error('another answer')
`,
  'hey-api': `
import { client } from './generated/client.gen.ts'
import { leadsSubmit, metaRead } from './generated/sdk.gen.ts'
client.setConfig({ baseUrl: process.env['SERVICE']! })
const meta = await metaRead()
const zone: string = meta.data!.data.timeZone
const first = await leadsSubmit({ body: ${body} })
const id: string = first.data!.data.id
const again = await leadsSubmit({ body: ${body} })
const message: string = again.error!.message
if (zone !== 'Asia/Shanghai' || !id || !message) throw new Error('another answer')
`,
  orval: `
import { leadsSubmit, metaRead } from './generated.ts'
const { fetch } = globalThis
globalThis.fetch = (url, options) =>
  fetch(String(url).replace('https://booking.example.org', process.env['SERVICE']!), options)
const meta = await metaRead()
if (meta.status !== 200) throw new Error('another answer')
const zone: string = meta.data.data.timeZone
const first = await leadsSubmit(${body})
if (first.status !== 200) throw new Error('another answer')
const id: string = first.data.data.id
const again = await leadsSubmit(${body})
if (again.status !== 400) throw new Error('another answer')
const message: string = again.data.message
if (zone !== 'Asia/Shanghai' || !id || !message) throw new Error('another answer')
`,
}

const strict = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    moduleDetection: 'force',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ['program.ts'],
})

/** Generates a client with each tool, compiles a program that uses it under strict, and runs it. */
export async function tryClients({ folder, tools, document, check }: Given) {
  const bin = (name: string) => join(tools, 'node_modules/.bin', name)
  const root = join(import.meta.dirname, '..')
  for (const [name, program] of Object.entries(programs)) {
    const place = join(folder, name)
    mkdirSync(place)
    symlinkSync(join(tools, 'node_modules'), join(place, 'node_modules'))
    writeFileSync(join(place, 'program.ts'), program)
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(place, 'tsconfig.json'), strict)
    const generated = join(place, 'generated')
    if (name === 'openapi-typescript') {
      check(`${name} generates`, bin('openapi-typescript'), document, '-o', `${generated}.ts`)
    } else if (name === 'hey-api') {
      const config = { input: document, output: { path: generated, module: { extension: '.ts' } } }
      const file = join(place, 'openapi-ts.config.mjs')
      writeFileSync(file, `export default ${JSON.stringify(config)}`)
      check(`${name} generates`, bin('openapi-ts'), '-f', file)
    } else {
      const output = { target: `${generated}.ts`, client: 'fetch', baseUrl: 'https://booking.example.org' }
      const file = join(place, 'orval.config.mjs')
      writeFileSync(file, `export default ${JSON.stringify({ zhenyue: { input: document, output } })}`)
      check(`${name} generates`, bin('orval'), '--config', file)
    }
    check(`${name} compiles under strict`, join(root, 'node_modules/typescript/bin/tsc'), '-p', place)
    const port = await freePort()
    const service = spawn(process.execPath, ['server/src/cli.js', 'serve'], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, PORT: String(port), DATA_DIR: join(place, 'data'), DATABASE_URL: '' },
    })
    process.env['SERVICE'] = `http://127.0.0.1:${port}`
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    for (let tries = 0; tries < 300 && !(await answers()); tries++) {
      await new Promise((soon) => setTimeout(soon, 100))
    }
    check(`${name} runs`, join(place, 'program.ts'))
    service.kill()
    await once(service, 'exit')
  }
}
