import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import type { WxRequest } from '../src/wx.ts'

/** As WeChat's: what has a body or not is called JSON, and what comes back is text. */
export function wxRequest({ url, method, header, data, success, fail }: WxRequest) {
  const headers = { 'content-type': 'application/json', ...header }
  void fetch(url, { method, headers, ...(data !== undefined && { body: data }) }).then(
    async (answer) =>
      success({
        statusCode: answer.status,
        header: Object.fromEntries(answer.headers),
        data: await answer.text(),
      }),
    () => fail({ errMsg: 'request:fail' }),
  )
}

type Module = { exports: Record<string, unknown> }
type Run = (load: (name: string) => unknown, module: Module, exports: object) => void

/**
 * A runtime as mini programs have it: CommonJS, timers and what is given, nothing of the web and nothing of Node.
 * Packages are looked for in `packages`, as they lie in `miniprogram_npm`.
 */
export function createMiniProgram(packages: Record<string, string>, globals: object) {
  const context = createContext({ console, setTimeout, clearTimeout, ...globals })
  const modules = new Map<string, Module>()

  function fileOf(from: string, name: string): string {
    if (name.startsWith('.')) return join(dirname(from), name)
    const owner = Object.keys(packages).find((one) => name.startsWith(`${one}/`))
    if (!owner) throw new Error(`module '${name}' is not defined`)
    return join(packages[owner]!, name.slice(owner.length))
  }

  function load(path: string): Record<string, unknown> {
    const file = existsSync(`${path}.js`) ? `${path}.js` : path
    const known = modules.get(file)
    if (known) return known.exports
    const module: Module = { exports: {} }
    modules.set(file, module)
    const source = `(function (require, module, exports) {${readFileSync(file, 'utf8')}\n})`
    const run = runInContext(source, context, { filename: file }) as Run
    run((name) => load(fileOf(file, name)), module, module.exports)
    return module.exports
  }

  return { context, load }
}
