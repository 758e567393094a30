import type { Lead } from '@zhenyue/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import { countedDay } from './counting.ts'
import { firstPlace, inTransaction, jsonRows } from './engine.ts'
import type { Db } from './open.ts'

// Leads are found by parts of their names: every one, two and three characters in a row is kept with the lead, by
// the day it came. To keep these takes longer than to keep the lead, so it is done later and for many leads at
// once; until then a lead is in `leads_unindexed`, and those are few enough to look at each name.

const longest = 3

/** The parts of a text by which it is found. */
export function gramsOf(text: string): string[] {
  const characters = [...text]
  const grams = new Set<string>()
  for (let start = 0; start < characters.length; start++) {
    let gram = ''
    for (const character of characters.slice(start, start + longest)) grams.add((gram += character))
  }
  return [...grams]
}

const isCharacter = (gram: string) => gram.length === 1 || [...gram].length === 1

/** What names and keywords are compared as: the engines fold letters differently. */
export const foldLetters = (text: string) => text.toLowerCase()

/** Whether a lead has a text in its name, asked of the name itself. */
export const namesHold = (text: string) =>
  sql<boolean>`leads.name_search like ${`%${foldLetters(text).replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

/** What else is asked of a lead. */
export interface Further {
  source?: Lead['source'] | undefined
  from?: number | undefined
  before?: number | undefined
}

const dayOf = sql<number>`leads.created_at / ${sql.lit(countedDay)}`

/** A cross join: SQLite follows the order in which the tables stand, and the first has few rows. */
const unindexed = (db: Db, keyword: string) =>
  db
    .selectFrom('leads_unindexed')
    .crossJoin('leads')
    .whereRef('leads.id', '=', 'leads_unindexed.id')
    .where(namesHold(keyword))

type Named = SelectQueryBuilder<any, any, { day: number; created_at: number; id: number }>

/** The leads that have a text in their name: those in the index, and the others. */
function leadsNamed(db: Db, keyword: string, { source, from, before }: Further): [Named, Named] {
  const gram = [...keyword].slice(0, longest).join('')
  let indexed = db
    .selectFrom('lead_days')
    .crossJoin('lead_grams')
    .select(['lead_days.day as day', 'lead_grams.created_at as created_at', 'lead_grams.id as id'])
    .whereRef('lead_grams.day', '=', 'lead_days.day')
    .where('gram', '=', gram)
  let others = unindexed(db, keyword).select([
    dayOf.as('day'),
    'leads.created_at as created_at',
    'leads.id as id',
  ])
  if (from !== undefined) {
    indexed = indexed
      .where('lead_days.day', '>=', Math.floor(from / countedDay))
      .where('lead_grams.created_at', '>=', from)
    others = others.where('leads.created_at', '>=', from)
  }
  if (before !== undefined) {
    indexed = indexed
      .where('lead_days.day', '<=', Math.floor(before / countedDay))
      .where('lead_grams.created_at', '<', before)
    others = others.where('leads.created_at', '<', before)
  }
  if (source) {
    indexed = indexed.where('lead_grams.source', '=', source)
    others = others.where('leads.source', '=', source)
  }
  return gram === keyword
    ? [indexed, others]
    : [indexed.innerJoin('leads', 'leads.id', 'lead_grams.id').where(namesHold(keyword)), others]
}

const newestFirst = (named: Named) =>
  named.orderBy('day', 'desc').orderBy('created_at', 'desc').orderBy('id', 'desc')

/** Some of the leads that have a text in their name, found without the rest. */
export function newestNamed(db: Db, text: string, further: Further, limit: number, offset = 0): Named {
  const [indexed, others] = leadsNamed(db, foldLetters(text), further)
  // No more of each than may be needed: of both together PostgreSQL would sort all.
  const enough = (named: Named): Named =>
    db
      .selectFrom(
        newestFirst(named)
          .limit(offset + limit)
          .as('newest'),
      )
      .selectAll()
  return newestFirst(enough(indexed).unionAll(enough(others)))
    .limit(limit)
    .offset(offset)
}

export async function countNamed(db: Db, text: string, further: Further): Promise<number> {
  const keyword = foldLetters(text)
  const isCounted = isCharacter(keyword) && Object.values(further).every((value) => value === undefined)
  const all = () => leadsNamed(db, keyword, further).reduce((some, others) => some.unionAll(others))
  const counts = isCounted
    ? db
        .selectFrom('lead_characters')
        .select('count')
        .where('gram', '=', keyword)
        .unionAll(unindexed(db, keyword).select((e) => e.fn.countAll<number>().as('count')))
    : db.selectFrom(all().as('named')).select((e) => e.fn.countAll<number>().as('count'))
  const rows = await counts.execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** How many leads are to be taken up at most: those between the first and the last of them, some of which may be gone. */
export async function countUnindexed(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce((select max(id) from leads_unindexed) - (select min(id) from leads_unindexed) + 1, 0) as count
  `.execute(db)
  return rows[0]!.count
}

const batch = 500

/** Whoever adds to how many have each character does so in one order, so that nobody waits for another in a circle. */
const addToCharacters = sql`order by 1
  on conflict (gram) do update set count = lead_characters.count + excluded.count`

/** Makes some leads findable by the parts of their names; answers how many. Safe while other instances do the same. */
export const indexNames = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('leads_unindexed')
      .where('id', 'in', (e) => e.selectFrom('leads_unindexed').select('id').orderBy('id').limit(batch))
      .returning('id')
      .execute()
    if (taken.length === 0) return 0
    const ids = jsonRows(
      trx,
      taken.map(({ id }) => [id]),
    )
    const parts = sql`
      with recursive taken as materialized (
        select leads.id, created_at, source, ${dayOf} as day, name_search, length(name_search) as length
        from ${ids} as item cross join leads where leads.id = cast(item.value ->> 0 as bigint)
      ), places as (
        select 1 as start union all select start + 1 from places where start < (select max(length) from taken)
      ), sizes as (select start as size from places where start <= ${sql.lit(longest)}),
      parts as (
        select taken.*, substr(name_search, start, size) as gram, start, size
        from taken cross join places cross join sizes where start + size - 1 <= length
      )`
    // A part that a name has twice is kept once.
    const isFirst = sql`${firstPlace(trx)}(name_search, gram) = start`
    await sql`${parts}
      insert into lead_grams (day, gram, created_at, id, source)
      select day, gram, created_at, id, source from parts where ${isFirst} order by 1, 2
    `.execute(trx)
    await sql`${parts}
      insert into lead_days (day) select distinct day from taken where true on conflict do nothing
    `.execute(trx)
    await sql`${parts}
      insert into lead_characters (gram, count)
      select gram, count(*) from parts where size = 1 and ${isFirst} group by 1 ${addToCharacters}
    `.execute(trx)
    return taken.length
  })

interface Deleted {
  id: number
  created_at: number
  name_search: string
}

/** Forgets the parts of the name of a lead that has just been deleted. */
export const forgetName = (db: Db, { id, created_at, name_search }: Deleted) =>
  inTransaction(db, async (trx) => {
    const forgotten: string[] = []
    for (const gram of gramsOf(name_search)) {
      const row = await trx
        .deleteFrom('lead_grams')
        .where('day', '=', Math.floor(created_at / countedDay))
        .where('gram', '=', gram)
        .where('created_at', '=', created_at)
        .where('id', '=', id)
        .returning('gram')
        .executeTakeFirst()
      if (row) forgotten.push(gram)
    }
    const characters = forgotten.filter(isCharacter).map((gram) => [gram])
    if (characters.length === 0) return
    await sql`
      insert into lead_characters (gram, count)
      select item.value ->> 0, -1 from ${jsonRows(trx, characters)} as item where true ${addToCharacters}
    `.execute(trx)
  })
