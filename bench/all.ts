import type { Work } from './work.ts'
import { adminWorks } from './works/admin.ts'
import { lookups } from './works/lookups.ts'
import { postgresWorks } from './works/on-postgres.ts'
import { publicReads } from './works/public-reads.ts'
import { writes } from './works/writes.ts'

export const works: Work[] = [...publicReads, ...lookups, ...writes, ...postgresWorks, ...adminWorks('SQLite')]
