import { api, type Endpoint } from '@zhenyue/contract'
import type { InlineConfig, Plugin } from 'vite'

/** Method and path of the operations open to patients, without the schemas that come with them in the contract. */
function endpoints(): Plugin {
  const name = 'virtual:endpoints'
  const open = Object.entries(api).map(([group, entries]) => [
    group,
    Object.fromEntries(
      Object.entries(entries as Record<string, Endpoint>)
        .filter(([, { auth }]) => auth === 'public' || auth === 'optional')
        .map(([key, { method, path }]) => [key, { method, path }]),
    ),
  ])
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}` ? `export const endpoints = ${JSON.stringify(Object.fromEntries(open))}` : undefined,
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
