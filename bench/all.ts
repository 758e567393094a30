import type { Work } from './work.ts'
import { adminWorks } from './works/admin.ts'
import { eventLoop } from './works/event-loop.ts'
import { imports } from './works/imports.ts'
import { instances } from './works/instances.ts'
import { lookups } from './works/lookups.ts'
import { memory } from './works/memory.ts'
import { postgresWorks } from './works/on-postgres.ts'
import { publicReads } from './works/public-reads.ts'
import { slowDisk } from './works/slow-disk.ts'
import { slotWorks } from './works/slots.ts'
import { starts } from './works/start.ts'
import { webhookWorks } from './works/webhooks.ts'
import { writes } from './works/writes.ts'

/** In this order: a start needs the database of the reads for itself, and memory is looked at after the work. */
export const works: Work[] = [
  ...publicReads,
  ...lookups,
  ...writes,
  ...webhookWorks,
  ...slotWorks,
  ...starts,
  ...slowDisk,
  ...postgresWorks,
  ...instances,
  ...imports,
  ...adminWorks('SQLite'),
  eventLoop('SQLite'),
  ...memory,
]

/** Only when asked for: filling takes minutes. */
export const largePostgres: Work[] = [...adminWorks('PostgreSQL'), eventLoop('PostgreSQL')]
