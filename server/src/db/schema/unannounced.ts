import type { Generated } from 'kysely'

/** 1 for a new record that receivers have yet to be told of. */
export type Unannounced = Generated<number>
