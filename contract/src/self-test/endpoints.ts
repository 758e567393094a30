import * as z from 'zod'
import { endpoint, jsonBody } from '../endpoint.ts'
import { dateQuery } from '../query.ts'
import { selfTestLevels } from './document.ts'
import { ApprovedBy, Expectation, SelfTest, SelfTestBody } from './schema.ts'

export const selfTestMessages = {
  stale: '内容已被他人修改,请刷新后重试',
  versionGone: '版本不存在',
  ownDraft: '发布人不能是最后编辑人',
  unsafe: '问卷未通过安全检查',
}

/** The draft as staff see it; without one, what patients see. */
export const SelfTestDraft = SelfTest.extend({
  /** Empty where nobody has changed what patients see. */
  editedBy: z.string(),
  editedAt: z.string().nullable(),
})
export type SelfTestDraft = z.infer<typeof SelfTestDraft>

export const SelfTestVersion = SelfTest.pick({ version: true, approvedBy: true, approvedAt: true }).extend({
  /** The account; empty for the document that comes with the service. */
  publishedBy: z.string(),
})
export type SelfTestVersion = z.infer<typeof SelfTestVersion>

export const SelfTestCheck = z.object({
  /** Rule 1 to 6 of the safety rules; where, such as `questions.3.options.0.points`; what is wrong. */
  faults: z.array(z.object({ rule: z.int(), path: z.string(), message: z.string() })),
  /** The tests of the document, in their order. */
  tests: z.array(z.object({ expected: Expectation, got: Expectation.nullable() })),
})
export type SelfTestCheck = z.infer<typeof SelfTestCheck>

const counted = z.object({ id: z.string(), zh: z.string(), en: z.string(), count: z.int() })

/** What the self-tests of some days found, of versions that are known. */
export const SelfTestStatistics = z.object({
  from: z.string(),
  to: z.string(),
  total: z.int(),
  byLevel: z.record(z.enum(selfTestLevels), z.int()),
  versions: z.array(z.object({ version: z.string(), count: z.int() })),
  /** In the words of the newest version that has them; the count of a question is that of its answers. */
  questions: z.array(counted.extend({ options: z.array(counted) })),
})
export type SelfTestStatistics = z.infer<typeof SelfTestStatistics>

const mostDays = 366
const dayLength = 24 * 60 * 60 * 1000
const statisticsQuery = z
  .object({ from: dateQuery('from'), to: dateQuery('to') })
  .refine(
    ({ from, to }) => !from || !to || (Date.parse(to) - Date.parse(from)) / dayLength < mostDays,
    `from 到 to 不超过 ${mostDays} 天`,
  )

const isEmpty = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0

const documentOrDraft = z
  .preprocess(
    (body: z.input<typeof SelfTestBody> | undefined | Record<string, never>) =>
      isEmpty(body) ? undefined : body,
    SelfTestBody.optional(),
  )
  .meta({ description: 'A document; without one the draft is checked' })

const stale = { 409: [selfTestMessages.stale] }
const versions: `/api/v1/${string}` = '/api/v1/admin/self-test/versions'

export const selfTest = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/self-test',
    auth: 'public',
    summary: '读取健康自测 · Read the self-test',
    description:
      'The published document. Until a clinician has approved one, the one that comes with the service, with `approvedBy: null`.',
    data: SelfTest,
    etag: true,
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/v1/admin/self-test/draft',
    auth: 'admin',
    may: 'content.read',
    summary: '读取自测草稿 · Read the draft of the self-test',
    tagged: true,
    description: 'Carries an ETag for If-Match on saving and publishing.',
    data: SelfTestDraft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/self-test/draft',
    auth: 'admin',
    may: 'content.edit',
    summary: '保存自测草稿 · Save the draft of the self-test',
    takesIfMatch: true,
    description:
      'A draft may have faults; it can be published once it has none. Version, status and approval are ignored.',
    message: '更新成功',
    body: SelfTestBody,
    data: SelfTestDraft,
    refuses: stale,
    large: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/v1/admin/self-test/check',
    auth: 'admin',
    may: 'content.edit',
    summary: '检查自测问卷 · Check a self-test',
    description:
      'The faults that keep it from being published, and what its own tests give. Changes nothing.',
    body: documentOrDraft,
    data: SelfTestCheck,
    large: true,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/v1/admin/self-test/publish',
    auth: 'admin',
    may: 'manage',
    summary: '发布健康自测 · Publish the self-test',
    takesIfMatch: true,
    description:
      'Makes the draft the document that patients see, under a new version. By another account than the one that edited it last, unless the service has a single account. Faults come as `data.faults`.',
    message: '发布成功',
    body: jsonBody({ approvedBy: ApprovedBy }),
    data: SelfTest,
    refuses: { 400: [selfTestMessages.unsafe], 409: [selfTestMessages.stale, selfTestMessages.ownDraft] },
  }),
  versions: endpoint({
    method: 'GET',
    path: versions,
    auth: 'admin',
    may: 'content.read',
    summary: '自测发布记录 · List published versions of the self-test',
    description: 'All of them, newest first.',
    data: z.array(SelfTestVersion),
  }),
  version: endpoint({
    method: 'GET',
    path: `${versions}/:version`,
    auth: 'admin',
    may: 'content.read',
    summary: '查看自测版本 · Read a version of the self-test',
    description: 'The whole document as it was published, also the one that comes with the service.',
    params: z.object({ version: z.string() }),
    data: SelfTest.extend({ publishedBy: z.string() }),
    refuses: { 404: [selfTestMessages.versionGone] },
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/api/v1/admin/self-test/statistics',
    auth: 'admin',
    may: 'leads.read',
    summary: '自测统计 · Statistics of the self-test',
    description:
      'By level and by answer, of leads that came in on these days; at most 366, the last 30 by default. Persons who were erased are left out.',
    query: statisticsQuery,
    data: SelfTestStatistics,
  }),
}
