import type { FastifyInstance } from 'fastify'
import { readHead } from './audit/verify-store.ts'
import { purgeAnswers } from './db/idempotency.ts'
import { purgeEvents } from './db/outbox.ts'
import { purgeTries } from './db/tries.ts'
import type { Deps } from './deps.ts'
import { audited } from './db/audit.ts'
import { eraseClosedBefore, eraseContactsBefore, eraseWaitingBefore } from './erasure/store.ts'
import { purgeImports } from './lead-import/store.ts'
import { purgeMessages } from './messages/store.ts'
import { deleteUnusedPictures } from './pictures/store.ts'
import { makeSlots } from './bookings/make-slots-store.ts'
import { readRules } from './bookings/rules-store.ts'
import { purgeProofs } from './phone-proofs/store.ts'
import { purgeSecurityLog } from './security-log/store.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const service = { username: 'service', address: '' }

/** What has to be done by and by, at the start and every hour. On several instances all do it, to no harm. */
export function keepHouse(app: FastifyInstance, { db, time, config }: Deps) {
  const { retentionDays } = config
  const chores: Record<string, () => Promise<unknown>> = {
    'kept answers': () => purgeAnswers(db, time.now()),
    'phone proofs': () => purgeProofs(db, time.now()),
    tries: () => purgeTries(db, time.now()),
    'security log': () => purgeSecurityLog(db, time.now() - 180 * day),
    events: () => purgeEvents(db, time.now() - 30 * day),
    imports: () => purgeImports(db, time.now()),
    messages: () => purgeMessages(db, time.now() - 180 * day),
    pictures: () => deleteUnusedPictures(db, time, time.now() - day, service),
    slots: () =>
      audited(db, time, service, async (trx) =>
        makeSlots(trx, time, await readRules(trx), { onlyMissing: true }),
      ),
    // Kept elsewhere, it tells later whether rows were cut off: `zhenyue audit verify --head`.
    'audit head': async () => app.log.info(await readHead(db), 'audit head'),
  }
  if (retentionDays !== undefined) {
    const oldest = () => time.now() - retentionDays * day
    chores['retention'] = () => eraseClosedBefore(db, time, oldest(), service)
    chores['retention of the waiting list'] = () => eraseWaitingBefore(db, time.dayOf(oldest()))
    chores['retention of contacts'] = () => eraseContactsBefore(db, oldest())
  }

  async function doAll() {
    for (const [name, chore] of Object.entries(chores)) {
      await chore().catch((error) => app.log.error({ err: error }, `housekeeping failed: ${name}`))
    }
  }
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> | undefined
  app.addHook('onListen', async () => {
    last = doAll()
    timer = setInterval(() => (last = doAll()), hour)
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await last
  })
}
