import {
  askedQuestions,
  selfTestLevels,
  type SelfTestDocument,
  type SelfTestLevel,
  type SelfTestOption,
  type SelfTestQuestion,
  type SelfTestStatistics,
} from '@zhenyue/contract'
import { sql } from 'kysely'
import { scanInBatches } from '../db/page.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import type { SelfTestVersions } from './versions.ts'

const usualDays = 30

interface Range {
  from?: string | undefined
  to?: string | undefined
}

/** What the self-tests of some days found. Answers are JSON, so they are counted here and not by the database. */
export async function readStatistics(
  db: Db,
  time: Time,
  versions: SelfTestVersions,
  range: Range,
): Promise<SelfTestStatistics> {
  const to = range.to ?? time.dayOf(range.from ? time.startOf(range.from, usualDays - 1) : time.now())
  const from = range.from ?? time.dayOf(time.startOf(to, 1 - usualDays))
  const byLevel = Object.fromEntries(selfTestLevels.map((level) => [level, 0])) as Record<
    SelfTestLevel,
    number
  >
  const byVersion = new Map<SelfTestDocument, number>()
  const byId = new Map<string, number>()
  const count = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for await (const rows of answeredLeads(db, time.startOf(from), time.startOf(to, 1))) {
    for (const { questionnaire } of rows) {
      const assessed = await versions.assess(JSON.parse(questionnaire))
      if (!assessed) continue
      const { document, choices, result } = assessed
      byLevel[result.level]++
      count(byVersion, document)
      for (const { id, options } of askedQuestions(document, choices)) {
        const chosen = options.filter((option) => choices[id]?.includes(option.id))
        if (chosen.length > 0) count(byId, id)
        for (const option of chosen) count(byId, option.id)
      }
    }
  }
  const documents = [...byVersion.keys()].sort((one, other) => compare(other, one))
  return {
    from,
    to,
    total: Object.values(byLevel).reduce((sum, one) => sum + one, 0),
    byLevel,
    versions: documents.map((document) => ({ version: document.version, count: byVersion.get(document)! })),
    questions: countedQuestions(documents, (id) => byId.get(id) ?? 0),
  }
}

/** Leads with a self-test in which something was found, oldest first, in batches. */
const answeredLeads = (db: Db, start: number, end: number) =>
  scanInBatches<{ id: number; created_at: number; questionnaire: string }>((after, limit) => {
    const leads = db
      .selectFrom('leads')
      .select(['id', 'created_at', 'questionnaire'])
      .where('created_at', '>=', start)
      .where('created_at', '<', end)
      .where('urgency', '>=', 0)
    const rest = after
      ? leads.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`)
      : leads
    return rest.orderBy('created_at').orderBy('id').limit(limit).execute()
  })

const compare = (one: SelfTestDocument, other: SelfTestDocument) =>
  one.version.localeCompare(other.version, 'en', { numeric: true })

/** An id means the same in every version: the newest that has it gives the words. */
function countedQuestions(documents: SelfTestDocument[], countOf: (id: string) => number) {
  const counted = ({ id, zh, en }: SelfTestQuestion | SelfTestOption) => ({ id, zh, en, count: countOf(id) })
  const all = documents.flatMap(({ questions }) => questions)
  return firstOfEach(all).map((question) => {
    const options = all.filter(({ id }) => id === question.id).flatMap((one) => one.options)
    return Object.assign(counted(question), { options: firstOfEach(options).map(counted) })
  })
}

const firstOfEach = <T extends { id: string }>(list: T[]): T[] =>
  list.filter(({ id }, index) => list.findIndex((one) => one.id === id) === index)
