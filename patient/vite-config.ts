import { api, pickFields } from '@zhenyue/contract'
import type { InlineConfig, Plugin } from 'vite'

/** Method and path of the operations open to patients, without the schemas that come with them in the contract. */
function endpoints(): Plugin {
  const name = 'virtual:endpoints'
  const isOpen = ({ auth }: { auth: string }) => auth === 'public' || auth === 'optional'
  const open = pickFields(api, ['method', 'path'], isOpen)
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const endpoints = ${JSON.stringify(open)}` : undefined),
  }
}

/** What the builds and the server for development share. */
export const viteConfig = {
  configFile: false,
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [endpoints()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} satisfies InlineConfig
