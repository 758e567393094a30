import type { Config } from './config.ts'
import type { Db } from './db/types.ts'
import type { Time } from './time.ts'

/** What the features need of the program around them. */
export interface Deps {
  db: Db
  /** The same database, for reading what may take its time. */
  reports: Db
  /** How many seconds the replica that reports are read from is behind, where there is one. */
  replicaLag?: (() => number) | undefined
  time: Time
  config: Config
}
