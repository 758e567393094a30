import { robotMessages, type Robot, type RobotBody } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import { nameOfReceiver, typesOf } from '../db/deliveries.ts'
import { subscribe } from '../db/subscriptions.ts'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { isRobotUrl, maskRobotUrl } from './kinds.ts'

export type RobotRow = Selectable<Schema['robots']>

const numberIn = (id: string) => Number(/^rb-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
const receiver = (number: number) => nameOfReceiver('robots', number)

function toRobot(row: RobotRow, time: Time): Robot {
  const { id, kind, name, url, types, enabled } = row
  return {
    id: `rb-${id}`,
    kind,
    name,
    url: maskRobotUrl(url),
    types: JSON.parse(types),
    enabled: enabled === 1,
    createdAt: time.show(row.created_at),
    updatedAt: time.show(row.updated_at),
    lastSuccessAt: row.last_success_at ? time.show(row.last_success_at) : '',
    lastFailure: row.last_failure_at ? `${time.show(row.last_failure_at)} ${row.last_error}` : '',
  }
}

const shown = ({ kind, name, url, types, enabled }: Robot) => ({ kind, name, url, types, enabled })

/** Says what is wrong with the address, if anything is. */
function faultIn({ kind, url }: { kind: RobotBody['kind']; url: string }): string | undefined {
  if (url === '') return robotMessages.urlMissing
  return isRobotUrl(kind, url) ? undefined : robotMessages.urlWrong
}

const stored = ({ kind, name, types, enabled }: RobotBody) => ({
  kind,
  name,
  types: JSON.stringify(types),
  enabled: enabled ? 1 : 0,
})

const subscribeAs = (trx: Db, number: number, { types, enabled }: RobotBody) =>
  subscribe(trx, receiver(number), enabled ? typesOf(types) : [])

export async function listRobots(db: Db, time: Time): Promise<Robot[]> {
  const rows = await db.selectFrom('robots').selectAll().orderBy('id').execute()
  return rows.map((row) => toRobot(row, time))
}

export const enabledRobots = (db: Db): Promise<{ id: number }[]> =>
  db.selectFrom('robots').select('id').where('enabled', '=', 1).execute()

/** As it is now; undefined where it was disabled or deleted. */
export const findEnabledRobot = (db: Db, number: number): Promise<RobotRow | undefined> =>
  db.selectFrom('robots').selectAll().where('id', '=', number).where('enabled', '=', 1).executeTakeFirst()

export const findRobot = (db: Db, id: string): Promise<RobotRow | undefined> =>
  db.selectFrom('robots').selectAll().where('id', '=', numberIn(id)).executeTakeFirst()

/** Answers a text where the address is wrong. */
export async function insertRobot(
  db: Db,
  time: Time,
  body: RobotBody,
  actor: Actor,
): Promise<Robot | string> {
  const url = body.url ?? ''
  const fault = faultIn({ kind: body.kind, url })
  if (fault) return fault
  return audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const row = await trx
      .insertInto('robots')
      .values({
        ...stored(body),
        url,
        secret: body.secret ?? '',
        last_success_at: 0,
        last_failure_at: 0,
        last_error: '',
        failing_since: 0,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await subscribeAs(trx, row.id, body)
    const robot = toRobot(row, time)
    record({ action: 'robot.create', target: robot.id, changes: differences({}, shown(robot)) })
    return robot
  })
}

/** Answers a text where the address is wrong. */
export const updateRobot = (
  db: Db,
  time: Time,
  id: string,
  body: RobotBody,
  actor: Actor,
): Promise<Robot | string | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await findRobot(trx, id)
    if (!before) return undefined
    const url = body.url || before.url
    const fault = faultIn({ kind: body.kind, url })
    if (fault) return fault
    const row = await trx
      .updateTable('robots')
      .set({
        ...stored(body),
        url,
        secret: body.secret ?? before.secret,
        updated_at: time.now(),
        ...(body.enabled && { failing_since: 0 }),
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await subscribeAs(trx, row.id, body)
    const robot = toRobot(row, time)
    record({
      action: 'robot.update',
      target: id,
      changes: differences(shown(toRobot(before, time)), shown(robot)),
    })
    return robot
  })

export const deleteRobot = (db: Db, time: Time, id: string, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const row = await trx
      .deleteFrom('robots')
      .where('id', '=', numberIn(id))
      .returning('id')
      .executeTakeFirst()
    if (!row) return false
    await subscribe(trx, receiver(row.id), [])
    await trx.deleteFrom('deliveries').where('receiver', '=', receiver(row.id)).execute()
    record({ action: 'robot.delete', target: id })
    return true
  })
