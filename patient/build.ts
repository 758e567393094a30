import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { viteConfig } from './vite-config.ts'

/** Phones of 2018, and what their makers built into other apps. */
const oldest = ['chrome64', 'safari12']

async function buildClient() {
  const built = (await build({
    ...viteConfig,
    build: {
      outDir: 'dist/client',
      target: oldest,
      cssTarget: oldest,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: 'src/main.tsx' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)!
  const css = built.output.find((file) => file.fileName.endsWith('.css')) as Rolldown.OutputAsset
  const style = String(css.source).trim()
  /** The files that each screen needs beyond those of the entry, by the name of its module. */
  const screens = Object.fromEntries(
    chunks
      .filter((chunk) => chunk.isDynamicEntry)
      .map((chunk) => [
        chunk.name,
        [chunk.fileName, ...chunk.imports.filter((file) => file !== entry.fileName)],
      ]),
  )
  return {
    script: entry.fileName,
    imports: entry.imports,
    screens,
    style,
    styleHash: createHash('sha256').update(style).digest('base64'),
  }
}

async function compress(folder: string) {
  for (const file of globSync('**/*.{js,css}', { cwd: folder })) {
    const path = join(folder, file)
    const source = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(source, { params }))
    writeFileSync(`${path}.gz`, await promisify(gzip)(source, { level: 9 }))
  }
}

const assets = await buildClient()
await build({
  ...viteConfig,
  define: { ASSETS: JSON.stringify(assets) },
  ssr: { noExternal: true },
  build: { outDir: 'dist/server', ssr: 'src/server.tsx', target: 'node24', minify: false },
})
await compress(join(import.meta.dirname, 'dist/client'))
