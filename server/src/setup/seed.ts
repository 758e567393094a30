import { insertContent } from '../content/store.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/open.ts'
import { insertHome, readHome } from '../home/store.ts'
import { saveHospital } from '../hospitals/store.ts'
import type { Time } from '../time.ts'
import * as first from './first-content.ts'

/** Fills a new database with presentable content. Resolves to false where that was done before. */
export const seed = (db: Db, time: Time): Promise<boolean> =>
  exclusively(db, async (trx) => {
    if (await readHome(trx)) return false
    await saveHospital(trx, time, first.hospital)
    const team = []
    for (const [sort, expert] of first.experts.entries()) {
      team.push(await insertContent(trx, time, 'experts', { ...expert, sort, enabled: true }))
    }
    for (const [sort, banner] of first.banners.entries()) {
      await insertContent(trx, time, 'banners', { ...banner, sort, enabled: true })
    }
    for (const [sort, image] of first.images.entries()) {
      await insertContent(trx, time, 'hospital_images', { ...image, sort, enabled: true })
    }
    await insertHome(trx, time, first.homeDocument(team))
    return true
  })
