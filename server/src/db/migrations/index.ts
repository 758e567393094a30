import type { Migration } from 'kysely/migration'
import * as start from './0001-start.ts'
import * as events from './0002-events.ts'
import * as schedules from './0003-schedules.ts'
import * as access from './0004-access.ts'
import * as selfTest from './0005-self-test.ts'
import * as followUp from './0006-follow-up.ts'
import * as persons from './0007-persons.ts'
import * as counted from './0008-counted.ts'
import * as phoneEnd from './0009-phone-end.ts'
import * as moved from './0010-moved.ts'

/** In order. Never edit one that has been released: add a file, and a line here. */
export const migrations: Record<string, Migration> = {
  '0001-start': start,
  '0002-events': events,
  '0003-schedules': schedules,
  '0004-access': access,
  '0005-self-test': selfTest,
  '0006-follow-up': followUp,
  '0007-persons': persons,
  '0008-counted': counted,
  '0009-phone-end': phoneEnd,
  '0010-moved': moved,
}
