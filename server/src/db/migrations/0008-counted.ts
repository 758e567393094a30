import { sql, type Kysely } from 'kysely'

/** Indexes of what is counted: narrow enough that PostgreSQL reads them as quickly as SQLite does. */
export async function up(db: Kysely<any>): Promise<void> {
  const create = (name: string, on: string, where = '') =>
    sql.raw(`create index ${name} on ${on}${where && ` where ${where}`}`).execute(db)
  for (const replaced of [
    'leads_again',
    'leads_visited_source',
    'leads_visited_assignee',
    'leads_contacted_source',
    'leads_contacted_assignee',
    'leads_waited',
    'leads_waited_source',
    'leads_waited_assignee',
    'leads_waited_step',
  ]) {
    await db.schema.dropIndex(replaced).execute()
  }

  await create('leads_standing', 'leads (followed)', 'stands = 1')
  await create('appointments_kind', 'appointments (status, department_name)')

  // What the funnel counts: whom nobody has contacted, who visited, and waits by steps of five minutes.
  const step = '(waited / 300000)'
  for (const by of ['source', 'assignee']) {
    await create(`leads_uncontacted_${by}`, `leads (${by}, created_at)`, 'waited = -1 and again = 0')
    await create(`leads_visited_${by}`, `leads (${by}, created_at)`, 'visited = 1 and again = 0')
    await create(`leads_waited_${by}`, `leads (${by}, ${step}, created_at, reached, waited)`, 'waited >= 0')
  }
  await create('leads_waited_step', `leads (${step}, created_at, waited)`, 'waited >= 0')
  await create('leads_contacted', 'leads (created_at, reached)', 'waited >= 0')
}
