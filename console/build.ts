import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { consolePage } from './page.ts'
import { viteConfig } from './vite-config.ts'

const folder = join(import.meta.dirname, 'dist')
const built = (await build({
  ...viteConfig,
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

const address = (file: string) => `/console/${file}`
const page = consolePage({
  script: address(entry.fileName),
  style: address(css.fileName),
  preload: entry.imports.map(address),
})
writeFileSync(join(folder, 'index.html'), page)

for (const file of globSync('**/*.{js,css}', { cwd: folder })) {
  const path = join(folder, file)
  const source = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(source, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(source, { level: 9 }))
}
