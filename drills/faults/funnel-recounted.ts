import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { api, funnelGroups, leadSources, type Funnel } from '@zhenyue/contract'
import { fillPostgres, fillSqlite } from '../../bench/data/fill.ts'
import type { Drill, Scene } from '../drill.ts'
import { booking, lead } from '../load.ts'
import { connect, inParallel, logIn, patiently, type Client } from './client.ts'
import { query, sqliteFile } from './database.ts'
import { judge } from './outcome.ts'
import { dayOf, readPersons, recount } from './recount.ts'

const day = 24 * 60 * 60 * 1000
const { addContact, assign, reopen } = api.followUp
const { confirm, complete, cancel } = api.appointments
const contact = { channel: 'phone', note: '', close: 'done' } as const

interface Of {
  id: string
  phone: string
}

/** What is done to a number; whether the service refuses some of it does not matter. */
type Deed = (client: Client, of: Of, turn: number) => Promise<{ status: number }>

const book = async (client: Client, patientPhone: string) => {
  const body = booking({ patientPhone })
  const made = await patiently(() => client.send(api.appointments.create, { body }))
  return { ...made, params: { id: made.code === 0 ? made.data.id : '' } }
}

const deeds: Deed[] = [
  async (client, { id }) => {
    await client.send(reopen, { params: { id } })
    return client.send(addContact, { params: { id }, body: { ...contact, outcome: 'reached' } })
  },
  (client, { id }) => client.send(addContact, { params: { id }, body: { ...contact, outcome: 'no-answer' } }),
  (client, { id }, turn) =>
    client.send(assign, { params: { id }, body: { username: turn % 2 === 0 ? 'admin' : '' } }),
  (client, { phone }, turn) => {
    const body = lead({ phone, source: leadSources[turn % leadSources.length] })
    return client.send(api.leads.submit, { body })
  },
  (client, { phone }) => book(client, phone),
  async (client, { phone }) => {
    const { params } = await book(client, phone)
    await client.send(confirm, { params })
    return client.send(complete, { params })
  },
  async (client, { phone }) => {
    const { params } = await book(client, phone)
    return client.send(cancel, { params })
  },
  (client, { id }) => client.send(api.leads.remove, { params: { id } }),
]

/** To make an index of many rows takes less time than to put each in its place. */
async function fillWithoutIndexes(url: string, rows: number, now: number) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes
      where tablename in ('leads', 'appointments', 'follow_ups', 'contacts')
        and indexname not in (select conname from pg_constraint)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await fillPostgres(url, rows, now)
  for (const { text } of indexes) await client.query(text)
  await client.query('vacuum analyze')
  await client.end()
}

/** Leads of the whole time, and the newest, of which many are open. */
async function someLeads(scene: Scene, rows: number, count: number): Promise<Of[]> {
  // Odd, so that some are the second of their number.
  const step = Math.floor((rows * 1.5) / count) - 1
  const found = await query(
    scene,
    `select id, phone from leads where id % ${step} = 0 or id > ${rows - count / 3} order by id`,
  )
  return found.map(({ id, phone }) => ({ id: `lead-${String(id)}`, phone: phone as string }))
}

function differenceOf(what: string, answer: Funnel, right: Funnel): string | undefined {
  if (isDeepStrictEqual(answer, right)) return undefined
  const wrong = right.rows.find((row, i) => !isDeepStrictEqual(row, answer.rows[i])) ?? right.total
  const key = 'key' in wrong ? wrong.key : 'the total'
  const found = answer.rows.find((row) => row.key === key) ?? answer.total
  return `the funnel ${what}: ${JSON.stringify(found)} and not ${JSON.stringify(wrong)}`
}

export const funnelRecounted: Drill = {
  title: 'the funnel is counted again, person by person, after changes to the same numbers at once',
  engines: ['sqlite', 'postgres'],
  // Leads keep what was known of their person before a contact.
  breakage: [
    {
      file: 'db/follow-ups.ts',
      from: '    .execute()\n  await keepPersons(trx, [phone])\n}\n\n/**\n * Makes',
      to: '    .execute()\n}\n\n/**\n * Makes',
    },
  ],
  async run(scene, size) {
    const [rows, touched] = size === 'full' ? [1_000_000, 1500] : [3000, 90]
    const empty = await scene.serve()
    await empty.stop()
    const now = Date.now()
    const url = scene.env['DATABASE_URL']
    if (url) await fillWithoutIndexes(url, rows, now)
    else fillSqlite(sqliteFile(scene), rows, now)

    const services = [await scene.serve()]
    if (url && size === 'full') services.push(await scene.serve())
    const token = await logIn(services[0]!.url)
    const clients = services.map((service) => connect(service.url, 16 / services.length, token))
    const leads = await someLeads(scene, rows, touched)
    const turns = Array.from({ length: leads.length * 3 }, (_, turn) => turn)
    const statuses = new Map<number, number>()
    await inParallel(turns, 16, async (turn) => {
      // Three turns in a row are of the same number.
      const of = leads[Math.floor(turn / 3)]!
      const deed = deeds[turn % deeds.length]!
      const { status } = await patiently(() => deed(clients[turn % clients.length]!, of, turn))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    })

    const persons = await readPersons(scene)
    const faults: (string | false | undefined)[] = []
    const month = { from: dayOf(now - 45 * day), to: dayOf(now - 16 * day) }
    for (const by of funnelGroups) {
      for (const days of [undefined, month]) {
        const answer = await clients[0]!.call(api.funnel.read, { query: { by, ...days } })
        const what = `by ${by}, ${days ? 'a month' : 'all time'}`
        faults.push(differenceOf(what, answer, recount(persons, by, days)))
      }
    }
    for (const service of services) await service.stop()
    const failed = [...statuses].filter(([status]) => status >= 500)
    const changed = statuses.get(200) ?? 0
    return judge(`${rows} leads and appointments, ${changed} changes, ${persons.length} persons, 6 funnels`, [
      failed.length > 0 && `answers ${failed.map(([status, times]) => `${status} ×${times}`).join(', ')}`,
      changed < turns.length / 3 && `only ${changed} of ${turns.length} changes were made`,
      ...faults,
    ])
  },
}
