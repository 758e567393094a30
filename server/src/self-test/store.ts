import {
  checkSelfTest,
  type Clinician,
  type SelfTestContent,
  type SelfTestDocument,
  type SelfTestDraft,
  type SelfTestFault,
  type SelfTestVersion,
} from '@zhenyue/contract'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { defaultSelfTest } from './default.ts'

const only = 1

export async function readSelfTest(db: Db): Promise<SelfTestDocument> {
  const row = await db
    .selectFrom('self_test_versions')
    .select('document')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? JSON.parse(row.document) : defaultSelfTest
}

/** Every version that patients have seen, the first one first. */
async function allVersions(db: Db): Promise<SelfTestDocument[]> {
  const rows = await db.selectFrom('self_test_versions').select('document').orderBy('number').execute()
  return [defaultSelfTest, ...rows.map(({ document }): SelfTestDocument => JSON.parse(document))]
}

/** The draft; where there is none, what patients see. */
export async function readDraft(db: Db, time: Time): Promise<SelfTestDraft> {
  const current = await readSelfTest(db)
  const row = await db.selectFrom('self_test_draft').selectAll().where('id', '=', only).executeTakeFirst()
  const content: SelfTestContent = row ? JSON.parse(row.document) : current
  return {
    ...content,
    version: current.version,
    status: 'draft',
    approvedBy: null,
    approvedAt: null,
    editedBy: row?.editor ?? '',
    editedAt: row ? time.show(row.updated_at) : null,
  }
}

/** Answers undefined where the draft has changed since the caller read it. */
export const saveDraft = (
  db: Db,
  time: Time,
  actor: Actor,
  content: SelfTestContent,
  isStale: (current: SelfTestDraft) => boolean,
): Promise<SelfTestDraft | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const before = await readDraft(trx, time)
    if (isStale(before)) return undefined
    const values = { document: JSON.stringify(content), editor: actor.username, updated_at: time.now() }
    await trx
      .insertInto('self_test_draft')
      .values({ id: only, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    const after = await readDraft(trx, time)
    const { editedBy: _, editedAt: _at, ...changes } = differences(before, after)
    record({ action: 'self-test.draft', target: 'self-test', changes })
    return after
  })

export const check = async (db: Db, content: SelfTestContent) => checkSelfTest(content, await allVersions(db))

export type Unpublished = 'stale' | 'own' | { faults: SelfTestFault[] }

/** Publishes the draft. With a single account nobody else could: then the entry of the audit log says so. */
export const publishDraft = (
  db: Db,
  time: Time,
  actor: Actor,
  approvedBy: Clinician,
  isStale: (current: SelfTestDraft) => boolean,
): Promise<SelfTestDocument | Unpublished> =>
  audited(db, time, actor, async (trx, record) => {
    const draft = await readDraft(trx, time)
    if (isStale(draft)) return 'stale'
    const isOwn = draft.editedBy === actor.username
    if (isOwn && (await countAccounts(trx)) > 1) return 'own'
    const { faults } = await check(trx, draft)
    if (faults.length > 0) return { faults }

    const { editedBy: _, editedAt: _at, ...content } = draft
    const document: SelfTestDocument = {
      ...content,
      version: versionAfter(draft.version),
      status: 'published',
      approvedBy,
      approvedAt: time.show(time.now()),
    }
    await trx
      .insertInto('self_test_versions')
      .values({
        version: document.version,
        document: JSON.stringify(document),
        published_at: time.now(),
        published_by: actor.username,
      })
      .execute()
    await trx.deleteFrom('self_test_draft').execute()
    const changes = {
      version: [draft.version, document.version] as [string, string],
      approvedBy: [null, approvedBy] as [null, Clinician],
      ...(isOwn && { singleAccount: [null, true] as [null, true] }),
    }
    record({ action: 'self-test.publish', target: document.version, changes })
    return document
  })

/** Those that are disabled count: who can disable others could else publish alone. */
async function countAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('admins')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** `2.0.0` is followed by `2.1.0`. */
function versionAfter(version: string): string {
  const [major, minor] = version.split('.').map(Number)
  return `${major}.${minor! + 1}.0`
}

export async function listVersions(db: Db): Promise<SelfTestVersion[]> {
  const rows = await db.selectFrom('self_test_versions').selectAll().orderBy('number', 'desc').execute()
  return rows.map(({ document, published_by }) => {
    const { version, approvedBy, approvedAt }: SelfTestDocument = JSON.parse(document)
    return { version, approvedBy, approvedAt, publishedBy: published_by }
  })
}

export async function findVersion(
  db: Db,
  version: string,
): Promise<(SelfTestDocument & { publishedBy: string }) | undefined> {
  if (version === defaultSelfTest.version) return { ...defaultSelfTest, publishedBy: '' }
  if (!/^\d{1,4}\.\d{1,6}\.\d{1,4}$/.test(version)) return undefined
  const row = await db
    .selectFrom('self_test_versions')
    .select(['document', 'published_by'])
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { ...(JSON.parse(row.document) as SelfTestDocument), publishedBy: row.published_by }
}
