import type { Selectable } from 'kysely'
import type { AccessTables } from './schema/access.ts'
import type { BookingsTables } from './schema/bookings.ts'
import type { ContentTables } from './schema/content.ts'
import type { LeadsTables } from './schema/leads.ts'
import type { OutboxTables } from './schema/outbox.ts'

// Columns use only what both engines share, integer and text, but for the bytes of pictures.
// JSON is text, times are epoch milliseconds, booleans are 0 or 1.
export interface Schema extends LeadsTables, BookingsTables, ContentTables, AccessTables, OutboxTables {}

export type SlotRow = Selectable<Schema['slots']>
