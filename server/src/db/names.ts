import type { Lead } from '@zhenyue/contract'
import { sql } from 'kysely'
import { inTransaction, jsonRows } from './engine.ts'
import type { Db } from './open.ts'

// Leads are found by parts of their names: every one, two and three characters in a row is kept with the lead.
// To keep these takes longer than to keep the lead, so it is done later and for many leads at once; until then a
// lead is in `leads_unindexed`, and those are few enough to look at every name.

const longest = 3

/** The parts of a text by which it is found. */
export function gramsOf(text: string): string[] {
  const characters = [...text]
  const grams = new Set<string>()
  for (let start = 0; start < characters.length; start++) {
    for (let length = 1; length <= longest && start + length <= characters.length; length++) {
      grams.add(characters.slice(start, start + length).join(''))
    }
  }
  return [...grams]
}

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

/** The leads that have a text in their name. */
export function leadsNamed(db: Db, text: string, { source, from, before }: Further = {}) {
  const keyword = foldLetters(text)
  const gram = [...keyword].slice(0, longest).join('')
  const within = [from ?? 0, before ?? Number.MAX_SAFE_INTEGER] as const
  let indexed = db
    .selectFrom('lead_grams')
    .select(['lead_grams.id', 'lead_grams.created_at'])
    .where('gram', '=', gram)
    .where('lead_grams.created_at', '>=', within[0])
    .where('lead_grams.created_at', '<', within[1])
  if (gram !== keyword || source) {
    let leads = indexed.innerJoin('leads', 'leads.id', 'lead_grams.id')
    if (gram !== keyword) leads = leads.where(namesHold(keyword))
    if (source) leads = leads.where('leads.source', '=', source)
    indexed = leads
  }
  let others = db
    .selectFrom('leads_unindexed')
    .innerJoin('leads', 'leads.id', 'leads_unindexed.id')
    .select(['leads.id', 'leads.created_at'])
    .where(namesHold(keyword))
    .where('leads.created_at', '>=', within[0])
    .where('leads.created_at', '<', within[1])
  if (source) others = others.where('leads.source', '=', source)
  return indexed.unionAll(others)
}

export async function countNamed(db: Db, text: string, further: Further = {}): Promise<number> {
  const keyword = foldLetters(text)
  const isCounted =
    [...keyword].length <= longest && Object.values(further).every((value) => value === undefined)
  const counts = isCounted
    ? db
        .selectFrom('lead_gram_counts')
        .select('count')
        .where('gram', '=', keyword)
        .unionAll(
          db
            .selectFrom('leads_unindexed')
            .innerJoin('leads', 'leads.id', 'leads_unindexed.id')
            .select((e) => e.fn.countAll<number>().as('count'))
            .where(namesHold(keyword)),
        )
    : db
        .selectFrom(leadsNamed(db, keyword, further).as('named'))
        .select((e) => e.fn.countAll<number>().as('count'))
  const rows = await counts.execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** Adds to how often each part occurs. In one order, so that two who do so never wait for each other in a circle. */
async function count(trx: Db, changes: Map<string, number>) {
  const rows = [...changes].sort(([a], [b]) => (a < b ? -1 : 1))
  await sql`
    insert into lead_gram_counts (gram, count)
    select row.value ->> 0, cast(row.value ->> 1 as bigint) from ${jsonRows(trx, rows)} as row where true
    on conflict (gram) do update set count = lead_gram_counts.count + excluded.count
  `.execute(trx)
}

function tally(grams: string[], step: 1 | -1): Map<string, number> {
  const counts = new Map<string, number>()
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + step)
  return counts
}

const batch = 250

/** Makes leads findable by the parts of their names; answers how many. Safe while other instances do the same. */
export const indexNames = (db: Db): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('leads_unindexed')
      .where('id', 'in', (e) => e.selectFrom('leads_unindexed').select('id').orderBy('id').limit(batch))
      .returning('id')
      .execute()
    if (taken.length === 0) return 0
    const ids = new Set(taken.map(({ id }) => id))
    const leads = await trx
      .selectFrom('leads')
      .select(['id', 'created_at', 'name_search'])
      .where('id', '>=', Math.min(...ids))
      .where('id', '<=', Math.max(...ids))
      .execute()
    const rows = leads
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, created_at, name_search }) =>
        gramsOf(name_search).map((gram) => [gram, created_at, id] as const),
      )
    await sql`
      insert into lead_grams (gram, created_at, id)
      select row.value ->> 0, cast(row.value ->> 1 as bigint), cast(row.value ->> 2 as bigint)
      from ${jsonRows(
        trx,
        rows.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      )} as row
    `.execute(trx)
    await count(
      trx,
      tally(
        rows.map(([gram]) => gram),
        1,
      ),
    )
    return taken.length
  })

/** Forgets the parts of the name of a lead that has just been deleted. */
export const forgetName = (db: Db, lead: { id: number; created_at: number; name_search: string }) =>
  inTransaction(db, async (trx) => {
    const forgotten: string[] = []
    for (const gram of gramsOf(lead.name_search)) {
      const row = await trx
        .deleteFrom('lead_grams')
        .where('gram', '=', gram)
        .where('created_at', '=', lead.created_at)
        .where('id', '=', lead.id)
        .returning('gram')
        .executeTakeFirst()
      if (row) forgotten.push(gram)
    }
    if (forgotten.length === 0) return
    await count(trx, tally(forgotten, -1))
    // A part that nobody has any more is a name that is to be forgotten.
    await trx.deleteFrom('lead_gram_counts').where('gram', 'in', forgotten).where('count', '<=', 0).execute()
  })
