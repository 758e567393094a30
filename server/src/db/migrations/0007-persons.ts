import { sql, type Kysely } from 'kysely'

/** What is derived of a person stands on their leads: queues and the funnel then read nothing but an index. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const [column, type, fallback] of [
    ['again', 'bigint', 0],
    ['stands', 'bigint', 1],
    ['assignee', 'text', ''],
    ['reached', 'bigint', 0],
    ['visited', 'bigint', 0],
    ['waited', 'bigint', -1],
  ] as const) {
    await db.schema
      .alterTable('leads')
      .addColumn(column, type, (c) => c.notNull().defaultTo(fallback))
      .execute()
  }
  await derive(db)
  await indexes(db)
}

async function derive(db: Kysely<any>) {
  const run = (text: string) => sql.raw(text).execute(db)
  const others = 'from leads other where other.phone = leads.phone'
  await run(`update leads set again = 1
    where exists (select 1 ${others} and (other.created_at, other.id) < (leads.created_at, leads.id))`)
  await run(`update leads set stands = 0
    where exists (select 1 ${others} and (other.urgency, other.id) > (leads.urgency, leads.id))`)
  await run(`update leads set assignee = done.assignee, followed = case when done.closed <> '' then 3
        when done.next_contact_at = 0 and done.last_contact_at = 0 then 1 else 2 end,
      reached = case when done.reached_at > 0 then 1 else 0 end,
      waited = case when leads.again = 1 or done.first_contact_at = 0 then -1
        when done.first_contact_at > leads.created_at then done.first_contact_at - leads.created_at else 0 end
    from follow_ups done where done.phone = leads.phone`)
  const ninetyDays = 90 * 24 * 60 * 60 * 1000
  await run(`update leads set visited = 1 where exists (
    select 1 from appointments booked join leads came on came.phone = booked.patient_phone
    where booked.patient_phone = leads.phone and booked.status = 'completed'
      and booked.created_at >= came.created_at and booked.created_at < came.created_at + ${ninetyDays})`)
}

async function indexes(db: Kysely<any>) {
  // Whoever adds a lead of a number that has one finds out by this.
  await db.schema
    .createIndex('leads_first')
    .unique()
    .on('leads')
    .column('phone')
    .where(sql.ref('again'), '=', sql.lit(0))
    .execute()
  const create = (name: string, on: string, of?: string) =>
    sql.raw(`create index ${name} on ${on}${of ? ` where ${of}` : ''}`).execute(db)
  // Lists that show each number once read no rows but those of their page.
  for (const name of ['leads_newest', 'leads_source']) await db.schema.dropIndex(name).execute()
  await create('leads_newest', 'leads (created_at, id, name_search, again, stands)')
  await create('leads_source', 'leads (source, created_at, id, name_search, again, stands)')
  await create('leads_stage', 'leads (followed, created_at, id, stands, visited, reached, assignee, phone)')
  await create('leads_assigned', 'leads (assignee, created_at, id, again, stands, reached, visited)')
  await create(
    'appointments_live',
    'appointments (patient_phone, created_at)',
    "status in ('pending', 'confirmed') and attendance <> 'no-show'",
  )

  // What is counted of all.
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
