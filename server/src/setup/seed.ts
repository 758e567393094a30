import { insertFirstPolicy } from '../consents/store.ts'
import { insertContent } from '../content/store.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import { insertHome, readHome } from '../home/store.ts'
import { saveHospitals } from '../hospitals/store.ts'
import type { Time } from '../time.ts'
import { insertTemplate } from '../schedules/templates-store.ts'
import * as first from './first-content.ts'
import { firstPolicy } from './first-policy.ts'

/** In the audit log, what the program does by itself when it is new. */
export const firstStart = { username: 'first-start', address: '' }

/** Fills a new database with presentable content. Resolves to false where that was done before. */
export const seed = (db: Db, time: Time): Promise<boolean> =>
  exclusively(db, async (trx) => {
    await insertFirstPolicy(trx, time, firstPolicy)
    if (await readHome(trx)) return false
    await saveHospitals(trx, time, [first.hospital], firstStart)
    const team = []
    for (const [sort, expert] of first.experts.entries()) {
      const item = await insertContent(trx, time, 'experts', { ...expert, sort, enabled: true }, firstStart)
      if (typeof item !== 'string') team.push(item)
    }
    for (const [sort, banner] of first.banners.entries()) {
      await insertContent(trx, time, 'banners', { ...banner, sort, enabled: true }, firstStart)
    }
    for (const [sort, image] of first.images.entries()) {
      await insertContent(trx, time, 'hospital_images', { ...image, sort, enabled: true }, firstStart)
    }
    await insertHome(trx, time, first.homeDocument(team))
    for (const template of first.templates(team)) await insertTemplate(trx, time, template, firstStart)
    return true
  })
