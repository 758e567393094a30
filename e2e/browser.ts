import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

// The shell is the same browser without windows, and takes a third less of the processor.
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':')
  return names
    .flatMap((name) => folders.map((folder) => `${folder}/${name}`))
    .find((file) => existsSync(file))
}

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

/** Debian's own browser, with letters to write Chinese and pictures for emoji. */
function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  run('apt-get', 'update', '-qq')
  const fonts = ['fonts-noto-cjk', 'fonts-noto-color-emoji']
  const install = (browser: string) =>
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', browser, ...fonts)
  return install(shell) || install('chromium') ? onPath() : undefined
}

/** The machine's Chromium, or Debian's, which is installed now. */
export function findChromium(): string {
  const found = onPath() ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : fromDebian())
  if (found) return found
  throw new Error('no Chromium on this machine: please install chromium, or Google Chrome')
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      '--disable-gpu',
    ],
  })
