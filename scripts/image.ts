import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './postgres.ts'

// npm run image                  builds the image with docker, or with buildah where there is none, and tries it
// npm run image -- --stand-in    over a base made here of Debian's packages and npm's Node, for want of a registry;
//                                needs root, buildah and debootstrap

const root = join(import.meta.dirname, '..')
const name = 'zhenyue'
const standIn = process.argv.includes('--stand-in')
/** Of a proxy that looks into TLS, without which npm reaches no registry. */
const extraCertificates = process.env['NODE_EXTRA_CA_CERTS']
const succeeds = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const run = (program: string, ...args: string[]) => {
  console.log(`> ${[program, ...args].join(' ')}`)
  execFileSync(program, args, { stdio: 'inherit', cwd: root })
}

/** What is asked of the running image. */
async function tryOut(port: number) {
  const url = `http://127.0.0.1:${port}`
  const ask = (path: string) =>
    fetch(url + path).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      () => ({ status: 0, text: '' }),
    )
  for (let tries = 0; (await ask('/readyz')).status !== 200; tries++) {
    if (tries === 300) throw new Error('/readyz does not answer 200')
    await new Promise((soon) => setTimeout(soon, 100))
  }
  for (const [path, holds] of [
    ['/api/v1/config/home', '"code":0'],
    ['/', '<main'],
    ['/console/', '<script'],
  ] as const) {
    const { status, text } = await ask(path)
    if (status !== 200 || !text.includes(holds)) throw new Error(`${path} answers ${status}`)
  }
  console.log('✔ the image serves /readyz, the home document, the patient client and the console')
}

async function withDocker() {
  run('docker', 'build', '-t', name, '.')
  const port = await freePort()
  const id = execFileSync('docker', ['run', '-d', '--rm', '-p', `127.0.0.1:${port}:3000`, name], {
    encoding: 'utf8',
  }).trim()
  try {
    await tryOut(port)
  } finally {
    run('docker', 'stop', id)
  }
}

/** Debian with the Node that npm brought, and the account that the image of Node has. */
function makeBase(folder: string) {
  run('debootstrap', '--variant=minbase', 'bookworm', folder, 'http://deb.debian.org/debian')
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
  const npm = dirname(dirname(process.env['npm_execpath'] ?? ''))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  if (extraCertificates) {
    mkdirSync(join(folder, dirname(extraCertificates)), { recursive: true })
    cpSync(extraCertificates, join(folder, extraCertificates), { dereference: true })
  }
  run('chroot', folder, 'useradd', '--uid', '1000', '--create-home', 'node')
}

interface ImageConfig {
  Env: string[]
  User: string
  WorkingDir: string
  Cmd: string[]
  Healthcheck?: { Test: string[] }
}

/** Runs a command of the image as its configuration says, in its file system. */
function inImage(mounted: string, config: ImageConfig, env: string[], command: string[]) {
  const inside = ['env', '-i', '-C', config.WorkingDir, ...config.Env, ...env, ...command]
  return spawn('chroot', [`--userspec=${config.User}`, mounted, ...inside], { stdio: 'inherit' })
}

async function withBuildah() {
  const folder = mkdtempSync(join(tmpdir(), 'zhenyue-image-'))
  const storage = [
    '--root',
    join(folder, 'root'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = (...args: string[]) => run('buildah', ...storage, ...args)
  const ask = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { encoding: 'utf8' }).trim()
  try {
    const base: string[] = []
    if (standIn) {
      const system = join(folder, 'base')
      mkdirSync(system)
      makeBase(system)
      const container = ask('from', 'scratch')
      buildah('copy', '--quiet', container, system, '/')
      if (extraCertificates) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${extraCertificates}`, container)
      buildah('commit', '--quiet', '--rm', container, 'stand-in')
      rmSync(system, { recursive: true })
      base.push('--build-arg', 'BASE=localhost/stand-in')
    }
    // OCI's own format has no place for HEALTHCHECK.
    buildah('build', '--isolation', 'chroot', '--format', 'docker', ...base, '-t', name, '.')

    const container = ask('from', `localhost/${name}`)
    const mounted = ask('mount', container)
    const config: ImageConfig = JSON.parse(ask('inspect', container)).Docker.config
    if (!config.Healthcheck) throw new Error('the image has no HEALTHCHECK')
    const port = await freePort()
    const env = [`PORT=${port}`, 'HOST=127.0.0.1']
    const service = inImage(mounted, config, env, config.Cmd)
    const ended = once(service, 'exit')
    try {
      await tryOut(port)
      const [healthy] = await once(inImage(mounted, config, env, config.Healthcheck.Test.slice(1)), 'exit')
      if (healthy !== 0) throw new Error('its own HEALTHCHECK finds it ill')
    } finally {
      service.kill('SIGTERM')
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`it ends with ${code} on SIGTERM`)
    console.log('✔ healthy by its own HEALTHCHECK, and ends with 0 on SIGTERM')
    console.log(execFileSync('du', ['-sh', mounted], { encoding: 'utf8' }).split('\t')[0])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!standIn && succeeds('docker', 'info')) await withDocker()
else if (succeeds('buildah', '--version')) await withBuildah()
else {
  console.error('docker 和 buildah 都没有，请先安装其中之一 · install docker or buildah first')
  process.exitCode = 1
}
