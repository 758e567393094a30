import type { StaffLead } from '@zhenyue/contract'
import { isPressing, selfTestLevels, type SelfTestLevel } from '@zhenyue/contract/self-test/document'
import { useQuery } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { api, call, masked, queries } from '../../app/api.ts'
import { session } from '../../app/session.ts'

/** Why someone is to be called, the most urgent first. `later` is not due yet. */
export const urgencies = ['overdue', 'flagged', 'fresh', 'waiting', 'later'] as const
export type Urgency = (typeof urgencies)[number]

export interface Queued {
  lead: StaffLead
  urgency: Urgency
}

export interface Queue {
  list: Queued[]
  /** How many could be claimed. */
  unassigned: number
}

const freshMinutes = 30
const most = '100'
const rankOf = (level: SelfTestLevel = 'none') => selfTestLevels.indexOf(level)

function urgencyToday({ selfTest, follow, createdAt }: StaffLead): Urgency {
  if (follow?.nextContactAt) return 'later'
  if (selfTest && isPressing(selfTest.level)) return 'flagged'
  return dayjs().diff(createdAt, 'minute') < freshMinutes ? 'fresh' : 'waiting'
}

const alarmOf = ({ lead: { selfTest } }: Queued) =>
  selfTest && isPressing(selfTest.level) ? rankOf(selfTest.level) : 0

/** Of those who are due, alarm signs first; all others stay in the order they come in. */
const worseFirst = (a: Queued, b: Queued) =>
  a.urgency === b.urgency && a.urgency !== 'later'
    ? alarmOf(b) - alarmOf(a)
    : urgencies.indexOf(a.urgency) - urgencies.indexOf(b.urgency)

async function readQueue(username: string): Promise<Queue> {
  const read = (queue: 'overdue' | 'today' | 'unassigned', limit: string, assignee?: string) =>
    call(api.leads.list, {
      query: { queue, limit, follow: 'true', ...masked, ...(assignee && { assignee }) },
    })
  const [overdue, today, unassigned] = await Promise.all([
    read('overdue', most, username),
    read('today', most, username),
    read('unassigned', '1'),
  ])
  const list: Queued[] = [
    ...overdue.list.map((lead) => ({ lead, urgency: 'overdue' as const })),
    ...today.list.map((lead) => ({ lead, urgency: urgencyToday(lead) })),
  ]
  return { list: list.sort(worseFirst), unassigned: unassigned.total }
}

const queueKey = ['lead', 'derived', 'queue']

/** Whom the account has to call, in order. What falls due shows within a minute. */
export function useQueue() {
  const username = session.use()!.admin.username
  return useQuery({
    queryKey: [...queueKey, username],
    queryFn: () => readQueue(username),
    refetchInterval: 60_000,
  })
}

export const readQueueAgain = (cancelRefetch = true) =>
  queries.invalidateQueries({ queryKey: queueKey }, { cancelRefetch })

/** Who was called leaves at once, so that nobody is opened twice; whoever is due again today comes with the next look. */
export const leaveQueue = (id: string) =>
  queries.setQueriesData<Queue>(
    { queryKey: queueKey },
    (queue) => queue && { ...queue, list: queue.list.filter(({ lead }) => lead.id !== id) },
  )

/** Who comes after someone: the next one below, or else the first of those who are due. */
export function nextAfter(list: Queued[], id: string): string | undefined {
  const due = list.filter((one) => one.urgency !== 'later' || one.lead.id === id)
  const place = due.findIndex(({ lead }) => lead.id === id)
  const others = [...due.slice(place + 1), ...due.slice(0, Math.max(place, 0))]
  return others[0]?.lead.id
}
