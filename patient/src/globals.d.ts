declare module '*.css'

/** What the build made for the browser. Known to the server's half alone. */
declare const ASSETS: {
  script: string
  imports: string[]
  screens: Record<string, string[]>
  style: string
  styleHash: string
}

declare module 'virtual:endpoints' {
  import type { api } from '@zhenyue/contract'
  // Typed as the contract has them; of each only method and path are there.
  export const endpoints: typeof api
}
