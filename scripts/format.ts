import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

process.chdir(join(import.meta.dirname, '..'))
for (const args of [['oxfmt/bin/oxfmt'], ['oxlint/bin/oxlint', '--fix']]) {
  spawnSync(process.execPath, [join('node_modules', args[0]!), ...args.slice(1)], { stdio: 'inherit' })
}
