import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import launch from '../scripts/launch.json' with { type: 'json' }

export type Engine = 'sqlite' | 'postgres'
export type Size = 'quick' | 'full'

export interface Drill {
  /** What is done to the service. */
  title: string
  engines: Engine[]
  /** One engine will do for its short form: what it looks at lies above the database, or the other is no harder. */
  quickOn?: Engine
  /** Edits that make a build in which the guarantee does not hold: the drill has to find it at fault. */
  breakage: Edit[]
  /** The form that has to find it, where the short one makes too much allowance for what runs beside it. */
  catches?: Size
  /** Says why this machine cannot do it, if so. */
  unable?(): string | undefined
  run(scene: Scene, size: Size): Promise<Outcome>
}

export interface Outcome {
  /** How often, and on what. */
  done: string
  /** What was lost or went wrong; `nothing` where nothing did. */
  lost: string
  fine: boolean
  /** Nothing but times did not hold, which may be the work of other programs on the machine. */
  isLate?: boolean
}

/** Where nothing but times did not hold, the best of three tries counts. */
export async function bestOfThree(act: () => Promise<Outcome>): Promise<Outcome> {
  const late: string[] = []
  for (;;) {
    const outcome = await act()
    const before = late.length === 0 ? '' : `; tried ${late.length + 1} times, before: ${late.join('; ')}`
    if (!outcome.isLate || late.length === 2) return { ...outcome, done: outcome.done + before }
    late.push(outcome.lost)
  }
}

export interface Edit {
  /** Below server/src. */
  file: string
  from: string
  to: string
}

const root = join(import.meta.dirname, '..')
export const password = 'a password for drills'

export const temporaryFolder = () => mkdtempSync(join(realpathSync(tmpdir()), 'zhenyue-drill-'))

/** The files of the service that edits change, as they are then: a later edit of a file sees what an earlier one did. */
export function brokenFiles(edits: Edit[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const { file, from, to } of edits) {
    const source = files.get(file) ?? readFileSync(join(root, 'server/src', file), 'utf8')
    if (!source.includes(from)) throw new Error(`${file} has no «${from}» to break`)
    const broken = source.replace(from, to)
    // A build that does not even start shows nothing.
    stripTypeScriptTypes(broken)
    files.set(file, broken)
  }
  return files
}

/** A copy of the service with some lines changed. */
export function brokenBuild(edits: Edit[]): string {
  const files = brokenFiles(edits)
  const folder = temporaryFolder()
  // Without what was built: it runs from its sources.
  const filter = (path: string) => path !== join(root, 'server/dist')
  cpSync(join(root, 'server'), join(folder, 'server'), { recursive: true, filter })
  for (const kept of ['node_modules', 'patient', 'console']) symlinkSync(join(root, kept), join(folder, kept))
  for (const [file, broken] of files) writeFileSync(join(folder, 'server/src', file), broken)
  return folder
}

export interface Service {
  url: string
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Resolves to the exit code, or null after a signal. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
  kill(): Promise<unknown>
}

/** Where one drill takes place: an empty database of its own, and everything it starts, cleared away after it. */
export class Scene {
  readonly engine: Engine
  readonly folder = temporaryFolder()
  env: Record<string, string> = {}
  readonly #build: string
  readonly #clearUp: (() => unknown)[] = []

  private constructor(engine: Engine, build: string) {
    this.engine = engine
    this.#build = build
    this.onEnd(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  /** `postgres` is the address of a server to make the database on. */
  static async open(engine: Engine, build: string | undefined, postgres: string): Promise<Scene> {
    const scene = new Scene(engine, build ?? root)
    scene.env = {
      PORT: '0',
      DATA_DIR: join(scene.folder, 'data'),
      ADMIN_PASSWORD: password,
      JWT_SECRET: 'a secret for drills that is long enough',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
    }
    if (engine === 'postgres') scene.env['DATABASE_URL'] = await scene.createDatabase(postgres)
    return scene
  }

  async createDatabase(server: string): Promise<string> {
    const name = `drill_${crypto.randomUUID().replaceAll('-', '')}`
    const client = new pg.Client(server)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(server)
    url.pathname = name
    return url.href
  }

  onEnd(work: () => unknown) {
    this.#clearUp.push(work)
  }

  async close() {
    for (const work of this.#clearUp.toReversed()) await work()
  }

  /** How a command of the service is run; with `wrapper` under another program, such as strace. */
  commandLine(args: string[], env: Record<string, string> = {}, wrapper: string[] = []) {
    const cli = join(this.#build, 'server/src/cli.js')
    const [program, ...rest] = [...wrapper, process.execPath, ...launch.flags, cli, ...args]
    return {
      program: program!,
      args: rest,
      env: { PATH: process.env['PATH'], ...launch.env, ...this.env, ...env },
    }
  }

  command(...of: Parameters<Scene['commandLine']>) {
    const { program, args, env } = this.commandLine(...of)
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.onEnd(() => child.kill('SIGKILL'))
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (data) => (output.stdout += data))
    child.stderr.on('data', (data) => (output.stderr += data))
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { child, output, ended }
  }

  /** Starts the service as a user does, and waits until it answers. */
  async serve(env: Record<string, string> = {}, wrapper: string[] = []): Promise<Service> {
    const { child, output, ended } = this.command(['serve'], env, wrapper)
    const kill = () => (child.kill('SIGKILL'), ended)
    const stop = () => (child.kill('SIGTERM'), ended)
    for (let tries = 0; tries < 1200; tries++) {
      const url = /Service\s+(http:\S+)/.exec(output.stderr)?.[1]
      if (url) return { url, child, output, ended, stop, kill }
      if (child.exitCode !== null) break
      await new Promise((soon) => setTimeout(soon, 25))
    }
    throw new Error(`the service does not start: ${output.stderr}`)
  }
}
