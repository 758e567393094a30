import type { ChangeEvent } from '@zhenyue/contract'
import { closedSince, movedSince } from '../db/closed.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'

export interface Change extends ChangeEvent {
  kind: 'lead' | 'appointment'
}

/** Up to where changes are known. */
export interface Watermark {
  /** The last row of the audit log. */
  audit: number
  /** What was found lately, as it is found again. */
  seen: ReadonlySet<string>
}

/** How long after its moment a row may become visible: it is committed later, perhaps by a clock that is behind. */
const lateness = 10_000
const most = 200

/** What became of a record, by the action of an audit entry. */
const changeByAction: Record<string, ChangeEvent['change']> = {
  remark: 'changed',
  contact: 'changed',
  assign: 'changed',
  claim: 'changed',
  reopen: 'changed',
  confirm: 'changed',
  complete: 'changed',
  cancel: 'changed',
  reschedule: 'changed',
  attendance: 'changed',
  correct: 'changed',
  delete: 'deleted',
}

/**
 * What has changed since a watermark. New records and what patients cancel or move are found by their time, changes by
 * administrators in the audit log, whose entries become visible in their order.
 */
export async function changesSince(
  db: Db,
  time: Time,
  watermark: Watermark | undefined,
): Promise<{ changes: Change[]; watermark: Watermark }> {
  const since = time.now() - lateness
  const newest = (table: 'leads' | 'appointments', key: 'id' | 'number') =>
    db
      .selectFrom(table as 'leads')
      .select(['id', 'created_at as at'])
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .orderBy(key as 'id', 'desc')
      .limit(most)
      .execute()
  const leads = await newest('leads', 'id')
  const booked = (await newest('appointments', 'number')) as unknown as { id: string; at: number }[]
  const closed = await closedSince(db, since, most)
  const moved = await movedSince(db, since, most)
  const recent: Change[] = [
    ...leads.map(({ id, at }) => change('lead', 'created', `lead-${id}`, at)),
    ...booked.map(({ id, at }) => change('appointment', 'created', id, at)),
    ...[...closed, ...moved].map(({ id, at }) => change('appointment', 'changed', id, at)),
  ]
  const seen = new Set(recent.map(keyOf))

  const head = await db.selectFrom('audit_head').select('number').executeTakeFirstOrThrow()
  if (!watermark) return { changes: [], watermark: { audit: head.number, seen } }
  const rows =
    head.number === watermark.audit
      ? []
      : await db
          .selectFrom('audit')
          .select(['number', 'action', 'target', 'at'])
          .where('number', '>', watermark.audit)
          .orderBy('number')
          .limit(most)
          .execute()
  const done = rows.flatMap(({ action, target, at }): Change[] => {
    if (action === 'person.erase')
      return [change('lead', 'deleted', '', at), change('appointment', 'deleted', '', at)]
    if (action === 'appointment.expire') return [change('appointment', 'deleted', '', at)]
    const [kind, verb] = action.split('.') as [string, string]
    const became = changeByAction[verb]
    return became && (kind === 'lead' || kind === 'appointment') ? [change(kind, became, target, at)] : []
  })
  const changes = new Map(
    [...recent.filter((one) => !watermark.seen.has(keyOf(one))).toReversed(), ...done].map((one) => [
      `${one.kind} ${one.change} ${one.id}`,
      one,
    ]),
  )
  return {
    changes: [...changes.values()],
    watermark: { audit: rows.at(-1)?.number ?? watermark.audit, seen },
  }

  function change(kind: Change['kind'], became: Change['change'], id: string, at: number): Change {
    return { kind, change: became, id, at: time.show(at) }
  }
}

const keyOf = ({ change, id, at }: Change) => `${change} ${id} ${at}`
