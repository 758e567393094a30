import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

const cli = join(import.meta.dirname, '../src/cli.js')

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** The program as a user runs it: a process of its own, told by its environment. */
export function runProgram(t: TestContext, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (data) => (output.stdout += data))
  child.stderr.on('data', (data) => (output.stderr += data))

  /** Resolves when the program has ended. */
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number, ...output }))

  /** Resolves to the address once the program serves. */
  async function serving(): Promise<string> {
    for (let tries = 0; tries < 2400; tries++) {
      const address = /Service\s+(http:\S+)/.exec(output.stderr)?.[1]
      if (address) return address
      if (child.exitCode !== null) throw new Error(`ended: ${output.stderr}`)
      await new Promise((soon) => setTimeout(soon, 25))
    }
    throw new Error(`does not serve: ${output.stderr}`)
  }

  return { child, output, ended, serving }
}

/** Runs a command to its end. */
export function runCommand(t: TestContext, env: Record<string, string>, ...args: string[]) {
  const { child, ended } = runProgram(t, env, ...args)
  child.stdin.end()
  return ended
}
