/** What the questions need to know about a database. */
export interface Facts {
  phone: string
  name: string
  source: string
  created_at: number
  /** When the newest row was made. */
  newest: number
  /** How many leads there are. */
  rows: number
}

export const factsQuery = `
  select phone, name, source, created_at, (select max(created_at) from leads) as newest,
    (select count(*) from leads) as rows
  from leads where name like '王__' order by id limit 1 offset 3`

const day = 24 * 60 * 60 * 1000
const zone = 8 * 60 * 60 * 1000
const dayOf = (at: number) => new Date(at + zone).toISOString().slice(0, 10)
const startOf = (date: string) => Date.parse(`${date}T00:00:00.000Z`) - zone

interface Filter {
  query: Record<string, string>
  /** The same in SQL. */
  where: string
}

const all: Filter = { query: {}, where: 'true' }
const equal = (parameter: string, value: string, column = parameter): Filter => ({
  query: { [parameter]: value },
  where: `${column} = '${value}'`,
})
const named = (keyword: string): Filter => ({ query: { keyword }, where: `name_search like '%${keyword}%'` })
const endingWith = (phoneEnd: string): Filter => ({ query: { phoneEnd }, where: `phone like '%${phoneEnd}'` })
const booked = (isBooked: boolean): Filter => ({
  query: { booked: String(isBooked) },
  where: `${isBooked ? '' : 'not '}exists (select 1 from appointments where patient_phone = leads.phone)`,
})
function days(from: number, to: number): Filter {
  const [startDate, endDate] = [dayOf(from), dayOf(to)]
  const where = `created_at >= ${startOf(startDate)} and created_at < ${startOf(endDate) + day}`
  return { query: { startDate, endDate }, where }
}
const both = (...filters: Filter[]): Filter => ({
  query: Object.assign({}, ...filters.map(({ query }) => query)),
  where: filters.map(({ where }) => where).join(' and '),
})

const aMonth = ({ newest }: Facts) => days(newest - 45 * day, newest - 16 * day)
const around = (at: number) => days(at - 15 * day, at + 15 * day)

export const leadFilters: Record<string, (facts: Facts) => Filter> = {
  'no filter': () => all,
  phone: ({ phone }) => equal('phone', phone),
  'end of a phone number': ({ phone }) => endingWith(phone.slice(-4)),
  source: () => equal('source', 'home'),
  'keyword of 1 character': () => named('王'),
  'keyword of 2 characters': () => named('王伟'),
  'keyword of 3 characters': ({ name }) => named(name),
  'dates, a month': aMonth,
  'source, keyword and dates': (facts) => both(equal('source', 'home'), named('王'), aMonth(facts)),
  'who have booked': () => booked(true),
  'who have not booked': () => booked(false),
  'all filters together': ({ phone, source, name, created_at }) =>
    both(equal('phone', phone), equal('source', source), named(name), around(created_at)),
}

export const appointmentFilters: Record<string, (facts: Facts) => Filter> = {
  'no filter': () => all,
  phone: ({ phone }) => equal('phone', phone, 'patient_phone'),
  status: () => equal('status', 'completed'),
}

export interface Question {
  path: string
  /** SQL of the id of each row of the page, and of how many rows there are in all. */
  page: string
  total: string
}

export function leadQuestion({ query, where }: Filter, offset = 0): Question {
  const paged = offset === 0 ? query : { ...query, offset: String(offset) }
  return {
    path: `/api/v1/admin/leads?${new URLSearchParams(paged)}`,
    page: `select 'lead-' || id as id from leads where ${where} order by created_at desc, id desc limit 50 offset ${offset}`,
    total: `select count(*) as total from leads where ${where}`,
  }
}

export const appointmentQuestion = ({ query, where }: Filter): Question => ({
  path: `/api/v1/appointments?${new URLSearchParams(query)}`,
  page: `select id from appointments where ${where} order by created_at desc, number desc limit 50`,
  total: `select count(*) as total from appointments where ${where}`,
})

const followed = 'from leads join follow_ups on follow_ups.phone = leads.phone'
const untouched =
  'from leads where not exists (select 1 from follow_ups where follow_ups.phone = leads.phone)'

/** The queues of the workbench, and SQL of how many numbers are in them, where that does not change by itself. */
export const queues: Record<string, { query: string; total?: string }> = {
  overdue: { query: 'queue=overdue' },
  today: { query: 'queue=today' },
  mine: { query: 'queue=mine', total: `select count(*) as total from follow_ups where assignee = 'admin'` },
  unassigned: {
    query: 'queue=unassigned',
    total: `select (select count(distinct leads.phone) ${followed} where closed = '' and follow_ups.assignee = '')
      + (select count(distinct phone) ${untouched}) as total`,
  },
  all: { query: 'queue=all', total: 'select count(distinct phone) as total from leads' },
  closed: {
    query: 'queue=all&stage=closed',
    total: `select count(distinct leads.phone) as total ${followed} where closed <> ''`,
  },
}

const firsts = `(select min(id) from leads group by phone)`

/** How many persons have each key, counted anew. */
export const funnels: Record<string, { path: string; leads: string }> = {
  'funnel by source': {
    path: '/api/v1/admin/funnel?by=source',
    leads: `select source as key, count(*) as leads from leads where id in ${firsts} group by source`,
  },
  'funnel by assignee': {
    path: '/api/v1/admin/funnel?by=assignee',
    leads: `select coalesce(follow_ups.assignee, '') as key, count(*) as leads
      from leads left join follow_ups on follow_ups.phone = leads.phone
      where leads.id in ${firsts} group by coalesce(follow_ups.assignee, '')`,
  },
}

/** The path, and what the answer has to agree with: names and counts. */
export const statistics = {
  'lead statistics': {
    path: '/api/v1/leads/stats',
    group: 'bySource',
    counts: 'select source as name, count(*) as count from leads group by source',
  },
  'appointment statistics': {
    path: '/api/v1/appointments/stats',
    group: 'byStatus',
    counts: 'select status as name, count(*) as count from appointments group by status',
  },
}
