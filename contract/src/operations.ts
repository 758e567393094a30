import { pickFields, type Endpoint } from './endpoint.ts'
import { api as whole } from './index.ts'

type Bare<Group> = {
  [Name in keyof Group]: Group[Name] extends Endpoint ? Pick<Group[Name], 'method' | 'path' | 'types'> : never
}

/** Every operation as a client needs it. The package has the outcome in place of this module, and so loads no zod. */
export const api = pickFields(whole, ['method', 'path']) as {
  [Name in keyof typeof whole]: Bare<(typeof whole)[Name]>
}
