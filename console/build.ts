import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { api, type Endpoint } from '@zhenyue/contract'
import { build, type Plugin, type Rolldown } from 'vite'

/** Method and path of every operation, without the schemas that come with them in the contract. */
function endpoints(): Plugin {
  const name = 'virtual:endpoints'
  const bare = Object.entries(api).map(([group, entries]) => [
    group,
    Object.fromEntries(
      Object.entries(entries as Record<string, Endpoint>).map(([key, { method, path }]) => [
        key,
        { method, path },
      ]),
    ),
  ])
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export const api = ${JSON.stringify(Object.fromEntries(bare))}` : undefined,
  }
}

const folder = join(import.meta.dirname, 'dist')
const built = (await build({
  configFile: false,
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [endpoints()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  build: {
    outDir: 'dist',
    // The last Chromium for Windows 7 is 109, and reception desks have it.
    target: ['chrome100', 'safari15'],
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/main.tsx',
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
})) as Rolldown.RolldownOutput

const chunks = built.output.filter((file) => file.type === 'chunk')
const entry = chunks.find((chunk) => chunk.isEntry)!
const css = built.output.find((file) => file.fileName.endsWith('.css'))!

/** The service puts a nonce of its own into each answer: what makes styles while it runs has to name it. */
const page = [
  '<!doctype html>',
  '<html lang="zh-CN"><head><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1">',
  '<meta name="robots" content="noindex">',
  '<meta name="referrer" content="same-origin">',
  '<meta property="csp-nonce" nonce="{nonce}">',
  '<title>诊约工作台</title>',
  '<link rel="icon" href="/media/logo.svg" type="image/svg+xml">',
  `<link rel="stylesheet" href="/console/${css.fileName}">`,
  ...entry.imports.map((file) => `<link rel="modulepreload" href="/console/${file}">`),
  `<script type="module" src="/console/${entry.fileName}"></script>`,
  '</head><body><div id="app"></div>',
  '<noscript>工作台需要 JavaScript。The console needs JavaScript.</noscript>',
  '</body></html>',
].join('\n')
writeFileSync(join(folder, 'index.html'), page)

for (const file of globSync('**/*.{js,css}', { cwd: folder })) {
  const path = join(folder, file)
  const source = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(source, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(source, { level: 9 }))
}
