import type { Work } from './work.ts'
import { lookups } from './works/lookups.ts'
import { publicReads } from './works/public-reads.ts'
import { writes } from './works/writes.ts'

export const works: Work[] = [...publicReads, ...lookups, ...writes]
