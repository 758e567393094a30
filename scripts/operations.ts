import { readFileSync } from 'node:fs'
import { api, type Endpoint } from '@zhenyue/contract'

/** The operations of the contract that no test noted as succeeded in the file. */
export function operationsMissingIn(file: string): Endpoint[] {
  const seen = new Set(readFileSync(file, 'utf8').split('\n'))
  return Object.values(api)
    .flatMap((group) => Object.values(group as Record<string, Endpoint>))
    .filter(({ method, path }) => !seen.has(`${method} ${path}`))
}
