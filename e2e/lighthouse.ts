import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { start } from '../server/src/main.ts'
import { findChromium } from './browser.ts'

// npm run lighthouse   measures the patient client as a mid-range phone on a slow network would see it

const version = '13.5.0'
const paths = ['/', '/experts', '/hospital', '/self-test', '/appointment', '/my-appointments']
const least = { performance: 95, accessibility: 100, 'best-practices': 100 }

const folder = mkdtempSync(join(tmpdir(), 'zhenyue-lighthouse-'))
const service = await start(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }), () => {})

/** Fetched when needed: its hundred packages are no part of the project. */
function install() {
  const { status } = spawnSync(
    'npm',
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--loglevel=error',
      '--prefix',
      folder,
      `lighthouse@${version}`,
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('lighthouse could not be installed')
}

async function measure(path: string): Promise<Record<string, number>> {
  const report = join(folder, 'report.json')
  // Not spawnSync: the service answers from this very process.
  await promisify(execFile)(
    process.execPath,
    [
      join(folder, 'node_modules/lighthouse/cli/index.js'),
      service.address + path,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${Object.keys(least).join(',')},seo`,
      '--chrome-flags=--headless=new --no-sandbox --disable-background-networking --disable-component-update --disable-sync --no-first-run',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, timeout: 120_000 },
  )
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'))
  for (const audit of Object.values<any>(audits)) {
    if (audit.score !== null && audit.score < 0.9)
      console.log(`  ${path} ${audit.id}: ${audit.displayValue ?? audit.title}`)
  }
  return Object.fromEntries(
    Object.entries<any>(categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
  )
}

try {
  install()
  for (const path of paths) {
    const scores = await measure(path)
    console.log(path, scores)
    if (Object.entries(least).some(([name, wanted]) => scores[name]! < wanted)) process.exitCode = 1
  }
} finally {
  await service.close()
  rmSync(folder, { recursive: true })
}
