import type { EventType } from '@zhenyue/contract'
import { sql } from 'kysely'
import type { Db } from './types.ts'

/** 1 where anyone wants to hear of such an event, else 0. Both engines settle it within the statement. */
export const wanted = (type: EventType) =>
  sql<number>`(select count(*) from (select 1 from subscriptions where type = ${sql.lit(type)} limit 1) as wanted)`

/** Replaces what a receiver hears of. */
export async function subscribe(trx: Db, receiver: string, types: readonly EventType[]): Promise<void> {
  await trx.deleteFrom('subscriptions').where('receiver', '=', receiver).execute()
  if (types.length > 0) {
    await trx
      .insertInto('subscriptions')
      .values(types.map((type) => ({ type, receiver })))
      .execute()
  }
}

/** Whether a receiver hears of anything. */
export async function isSubscribed(trx: Db, receiver: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('type')
    .where('receiver', '=', receiver)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
