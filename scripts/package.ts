import { execFileSync, execSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { api, pickFields } from '@zhenyue/contract'

// npm run package    builds the contract as a package for other projects, and packs it: contract/dist/package

const root = join(import.meta.dirname, '..')
const source = join(root, 'contract/src')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** What of the contract others may import, beside all of it. None of it loads zod. */
const light = [
  'follow-up-rules',
  'labels',
  'limits',
  'permissions',
  'rules',
  'schedule-rules',
  'self-test/document',
  'self-test/engine',
  'self-test/words',
  'wx',
]

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
const selfTest = 'self-test/default.json'

const manifest = () => ({
  name: '@zhenyue/contract',
  version: read('package.json').version,
  description: 'The API of Zhenyue: typed client, rules and schemas for Node, browsers and mini programs',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  files: ['dist', 'miniprogram'],
  main: './dist/index.js',
  types: './dist/index.d.ts',
  exports: {
    '.': entry('index'),
    './client': entry('web'),
    ...Object.fromEntries(light.map((name) => [`./${name}`, entry(name)])),
    [`./${selfTest}`]: `./dist/${selfTest}`,
  },
  // For compilers that do not read `exports`, as those of many mini programs.
  typesVersions: {
    '*': {
      client: [entry('web').types],
      ...Object.fromEntries(light.map((name) => [name, [entry(name).types]])),
    },
  },
  // What WeChat's tools copy when they build npm.
  miniprogram: 'miniprogram',
  dependencies: Object.fromEntries(
    Object.entries(read('contract/package.json').dependencies).map(([name, version]) => [
      name,
      `^${version}`,
    ]),
  ),
})

const table = () => `export const api = ${JSON.stringify(pickFields(api, ['method', 'path']))}\n`

/** Compiles as the project does otherwise, but writes what comes of it. Types are checked with the tests. */
function compile(compilerOptions: object, include: string[]) {
  const work = join(root, 'contract/dist')
  mkdirSync(work, { recursive: true })
  const folder = mkdtempSync(join(work, 'compile-'))
  try {
    const config = {
      extends: '../../../tsconfig.json',
      compilerOptions: {
        noEmit: false,
        allowImportingTsExtensions: true,
        rewriteRelativeImportExtensions: true,
        noCheck: true,
        types: [],
        ...compilerOptions,
      },
      include,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--singleThreaded'],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Mini programs know no modules but CommonJS, and run on phones of 2018. */
function buildForMiniPrograms(outDir: string) {
  const rootDir = mkdtempSync(join(tmpdir(), 'zhenyue-package-'))
  try {
    for (const name of [...light, 'client']) {
      mkdirSync(dirname(join(rootDir, name)), { recursive: true })
      copyFileSync(join(source, `${name}.ts`), join(rootDir, `${name}.ts`))
    }
    writeFileSync(join(rootDir, 'operations.ts'), table())
    const asCommonJs = { module: 'commonjs', moduleResolution: 'bundler', verbatimModuleSyntax: false }
    const old = { isolatedModules: true, target: 'es2017', lib: ['es2017'] }
    compile({ ...asCommonJs, ...old, rootDir, outDir }, [rootDir])
    writeFileSync(join(outDir, 'package.json'), '{ "type": "commonjs" }\n')
  } finally {
    rmSync(rootDir, { recursive: true })
  }
}

/** The compiler changes the names of imported files in scripts, but not in declarations. */
function importBuilt(file: string) {
  const declarations = readFileSync(file, 'utf8')
  writeFileSync(file, declarations.replace(/((?:from |import\()(['"])\.[^'"]+)\.ts\2/g, '$1.js$2'))
}

/** Writes the whole package into a folder. */
export function buildPackage(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  const dist = join(folder, 'dist')
  compile({ target: 'es2022', declaration: true, rootDir: source, outDir: dist }, [source])
  for (const file of globSync('**/*.d.ts', { cwd: dist })) importBuilt(join(dist, file))
  writeFileSync(join(dist, 'operations.js'), table())
  copyFileSync(join(source, selfTest), join(dist, selfTest))
  buildForMiniPrograms(join(folder, 'miniprogram'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(root, 'contract/README.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** The file that `npm publish` would send. */
export function pack(folder: string): string {
  const npm = process.env['npm_execpath']
  const options = { cwd: folder, encoding: 'utf8' } as const
  const told = npm
    ? execFileSync(process.env['npm_node_execpath'] ?? process.execPath, [npm, 'pack', '--silent'], options)
    : execSync('npm pack --silent', options)
  return join(folder, told.trim())
}

if (import.meta.main) {
  const folder = join(root, 'contract/dist/package')
  buildPackage(folder)
  console.log(pack(folder))
}
