import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@zhenyue/contract'
import { toOpenApi } from '@zhenyue/contract/openapi'
import { tryClients } from './openapi-clients.ts'
import { tour } from './openapi-tour.ts'

// npm run openapi-check                   what the tools of others make of the OpenAPI document
// npm run openapi-check -- lint clients   only these; the third is tour
// npm run openapi-check -- --tools DIR    with tools that were installed there, or are now

process.chdir(join(import.meta.dirname, '..'))
const folder = mkdtempSync(join(tmpdir(), 'zhenyue-openapi-'))
const given = process.argv.indexOf('--tools')
const tools = given > 0 ? process.argv[given + 1]! : join(folder, 'tools')
const document = join(folder, 'openapi.json')
const parts = ['lint', 'clients', 'tour'].filter((part) => process.argv.includes(part))
const wants = (part: string) => parts.length === 0 || parts.includes(part)
const failed: string[] = []

const versions = {
  '@redocly/cli': '2.73.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@stoplight/prism-cli': '5.16.0',
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.30.0',
  typescript: '5.9.3',
  '@types/node': '24.19.2',
}

function install() {
  mkdirSync(tools, { recursive: true })
  const file = join(tools, 'package.json')
  const wanted = JSON.stringify({ private: true, type: 'module', dependencies: versions })
  try {
    if (readFileSync(file, 'utf8') === wanted) return
  } catch {}
  writeFileSync(file, wanted)
  console.log('Installing the tools…')
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', options, { cwd: tools, stdio: 'inherit', shell: true })
  if (status === 0) return
  rmSync(file)
  console.error('无法从 npm 安装检查工具 · the tools cannot be installed from npm: nothing was checked')
  process.exit(1)
}

const bin = (name: string) => join(tools, 'node_modules/.bin', name)

function check(name: string, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
  console.log(`${status === 0 ? '✔' : '✖'} ${name}`)
  if (status === 0) return
  console.log(stdout + stderr)
  failed.push(name)
}

install()
writeFileSync(document, JSON.stringify(toOpenApi(api, '1.0.0', 'https://booking.example.org')))
writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n')
if (wants('lint')) {
  check('Redocly, recommended', bin('redocly'), 'lint', document, '--extends', 'recommended')
  check('Spectral, oas', bin('spectral'), 'lint', document)
}
if (wants('clients')) await tryClients({ folder, tools, document, check })
if (wants('tour')) {
  const isFine = await tour({ folder, document, prism: bin('prism') })
  console.log(`${isFine ? '✔' : '✖'} a tour of all operations through Prism`)
  if (!isFine) failed.push('tour')
}
rmSync(folder, { recursive: true })
console.log(failed.length === 0 ? '\nnothing to complain of' : `\nfailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
