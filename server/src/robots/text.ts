import {
  departmentLabels,
  eventTypeLabels,
  isPressing,
  leadSourceLabels,
  maskName,
  maskPhone,
  selfTestLevelLabels,
  selfTestLevels,
  type EventType,
} from '@zhenyue/contract'
import { shownTime } from '../bookings/shown-visit-store.ts'
import type { Db } from '../db/types.ts'

interface Told {
  type: EventType
  record: string
  data: string
}

const pressing = selfTestLevels.findIndex(isPressing)

/** Those of some new leads whose self-test calls for someone soon: the group hears of each, however many others there are. */
export async function pressingAmong(db: Db, told: Pick<Told, 'type' | 'record'>[]): Promise<Set<string>> {
  const ids = told.filter(({ type }) => type === 'lead.created').map(({ record }) => record)
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where(
      'id',
      'in',
      ids.map((id) => Number(id.slice('lead-'.length))),
    )
    .where('urgency', '>=', pressing)
    .execute()
  return new Set(rows.map(({ id }) => `lead-${id}`))
}

/** One line for the group: of a person no more than `张** 139****0000`, and never the id of an appointment. */
export async function lineFor(db: Db, { type, record, data }: Told, publicUrl: string | undefined) {
  const title = eventTypeLabels[type].zh
  if (type.startsWith('lead.')) {
    const number = Number(record.slice('lead-'.length))
    const lead = await db
      .selectFrom('leads')
      .select(['name', 'phone', 'source', 'score', 'urgency'])
      .where('id', '=', number)
      .executeTakeFirst()
    const who = lead && `${maskName(lead.name)} ${maskPhone(lead.phone)}`
    const level = lead && selfTestLevels[lead.urgency]
    const what = level
      ? `自测 ${selfTestLevelLabels[level].zh}`
      : lead?.source === 'self-test'
        ? `自测 ${lead.score} 分`
        : lead && leadSourceLabels[lead.source].zh
    const cannotWait = type === 'lead.created' && level && isPressing(level)
    return line(
      cannotWait ? `请尽快联系,${title}` : title,
      [who, what],
      lead && publicUrl && `${publicUrl}/console/leads#open=${record}`,
    )
  }
  const row = await db
    .selectFrom('appointments')
    .select(['number', 'patient_name', 'patient_phone', 'date', 'time_slot', 'department_name'])
    .where('id', '=', record)
    .executeTakeFirst()
  if (row) {
    const who = `${maskName(row.patient_name)} ${maskPhone(row.patient_phone)}`
    const when = `${row.date} ${shownTime(row.time_slot)}`.trim()
    const link = publicUrl && `${publicUrl}/console/appointments?number=${row.number}`
    return line(title, [who, when, departmentLabels[row.department_name].zh], link)
  }
  const { date, departmentName } = JSON.parse(data) as { date?: string; departmentName?: string }
  const department = departmentLabels[departmentName as keyof typeof departmentLabels]?.zh
  return line(title, [date, department], undefined)
}

const line = (title: string, parts: (string | undefined)[], link: string | undefined) =>
  [`${title}:${parts.filter(Boolean).join(' ')}`.replace(/:$/, ''), link].filter(Boolean).join('\n')

/** In place of more lines than a group may be sent. */
export function summaryOf(types: EventType[], publicUrl: string | undefined): string {
  const counts = new Map<EventType, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  const parts = [...counts].map(([type, count]) => `${eventTypeLabels[type].zh} ${count} 条`)
  return [`共 ${types.length} 条新动态:${parts.join(',')}`, publicUrl && `${publicUrl}/console/`]
    .filter(Boolean)
    .join('\n')
}
