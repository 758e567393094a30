import pg from 'pg'
import { progress } from '../../server/src/db/persons.ts'

// The same insert as a lead's, over and over on a few pooled connections, and nothing else.

const lanes = 10
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL']!, max: lanes })

// As in server/src/leads/store.ts.
const insert = {
  name: 'insert',
  text: `
    insert into leads (name, name_search, phone, symptom, questionnaire, source, score, remark, created_at, updated_at,
      unannounced, urgency, flags, followed, again)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
      (select count(*) from (select 1 from subscriptions where type = 'lead.created' limit 1) as wanted), $11, $12,
      coalesce((select ${progress} from follow_ups where phone = $13), 0), $14)
    on conflict do nothing returning id`,
}

interface Order {
  seconds: number
  /** The first number, and the body of a request. */
  first: number
  body: string
}

async function run({ seconds, first, body }: Order) {
  const { name, phone, symptom, questionnaire, source, score } = JSON.parse(body)
  const answers = JSON.stringify(questionnaire)
  let next = first
  let answered = 0
  const acknowledged: [number, string][] = []
  const end = performance.now() + seconds * 1000
  const lane = async () => {
    while (performance.now() < end) {
      const number = next++
      const own = phone.replace('########', String(number).padStart(8, '0'))
      const now = Date.now()
      const values = [name, name, own, symptom, answers, source, score, '', now, now, -1, '[]', own, 0]
      const { rows } = await pool.query({ ...insert, values })
      acknowledged.push([number, `lead-${rows[0].id}`])
      if (performance.now() < end) answered++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { rate: answered / seconds, next, acknowledged }
}

process.on('message', (order: Order) => {
  run(order).then(
    (result) => process.send!(result),
    (error: unknown) => process.send!({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
