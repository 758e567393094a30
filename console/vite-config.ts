import { api, pickFields } from '@zhenyue/contract'
import type { InlineConfig, Plugin } from 'vite'

/** Method and path of every operation and who may call it, without the schemas that come with them in the contract. */
function endpoints(): Plugin {
  const name = 'virtual:endpoints'
  const bare = pickFields(api, ['method', 'path', 'auth', 'may'])
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const api = ${JSON.stringify(bare)}` : undefined),
  }
}

/** What the build and the server for development share. */
export const viteConfig = {
  configFile: false,
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [endpoints()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
} satisfies InlineConfig
