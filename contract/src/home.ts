import * as z from 'zod'
import { imageAddress, link, tooManyPictures } from './address.ts'
import { endpoint, jsonBody } from './endpoint.ts'
import { listOf } from './list.ts'
import { maybe, text } from './text.ts'

/** How many items a list of the document may have. */
export const maxHomeItems = 100

export const homeMessages = { stale: '内容已被他人修改,请刷新后重试', versionGone: '版本不存在' }

const wrong = (section: string) => `${section} 格式不正确`
const line = (field: string, section: string) =>
  text({ field, max: 500, missing: wrong(section), tooLong: `${field} 不超过 500 字`, free: true })

const cta = {
  text: line('text', 'hero'),
  link: link({ field: 'link', missing: wrong('hero') }),
}
const hero = {
  title: line('title', 'hero'),
  subtitle: line('subtitle', 'hero'),
  bgImage: imageAddress({ field: 'bgImage', missing: wrong('hero') }),
}
const infoBanner = {
  enabled: z.boolean(wrong('infoBanner')),
  texts: listOf('texts', maxHomeItems, line('texts', 'infoBanner'), wrong('infoBanner')),
}
const features = listOf(
  'features',
  maxHomeItems,
  z.object(
    {
      icon: line('icon', 'features'),
      title: line('title', 'features'),
      link: link({ field: 'link', missing: wrong('features') }),
    },
    wrong('features'),
  ),
  wrong('features'),
)
const people = (section: string) =>
  listOf(
    section,
    maxHomeItems,
    z.object(
      {
        id: line('id', section),
        name: line('name', section),
        title: line('title', section),
        avatar: imageAddress({ field: 'avatar', missing: wrong(section) }),
      },
      wrong(section),
    ),
    wrong(section),
  )

export const HomeDocument = jsonBody({
  hero: z.object({ ...hero, primaryCta: z.object(cta, wrong('hero')) }, wrong('hero')),
  features,
  expertTeam: people('expertTeam'),
  infoBanner: z.object(infoBanner, wrong('infoBanner')),
  heroExperts: people('heroExperts'),
})
export type HomeDocument = z.output<typeof HomeDocument>

const some = <S extends z.ZodRawShape>(shape: S, section: string) =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, maybe(type as z.ZodType)])) as {
      [K in keyof S]: ReturnType<typeof maybe<S[K] extends z.ZodType ? S[K] : never>>
    },
    wrong(section),
  )

/** Given keys are merged into the section. */
export const HeroChange = some({ ...hero, primaryCta: some(cta, 'hero') }, 'hero')
export type HeroChange = z.output<typeof HeroChange>
export const InfoBannerChange = some(infoBanner, 'infoBanner')
export type InfoBannerChange = z.output<typeof InfoBannerChange>

/** The items bare, or under the name of their section. */
const itemsOf = <T extends z.ZodType>(section: string, items: T) =>
  z.preprocess(
    (body: z.input<T> | Record<string, z.input<T>>) =>
      typeof body === 'object' && body !== null && section in body ? body[section as never] : body,
    items,
  )

const update = <B extends z.ZodType>(path: string, summary: string, description: string, body: B) =>
  endpoint({
    method: 'PUT',
    path: `/api/v1/config/home${path}`,
    auth: 'admin',
    may: 'content.edit',
    summary,
    description,
    message: '更新成功',
    takesIfMatch: true,
    body,
    data: HomeDocument,
    refuses: { 409: [homeMessages.stale], 413: [tooManyPictures] },
    large: true,
  })

/** How many versions of the document are kept. */
export const keptHomeVersions = 50

export const HomeVersion = z.object({
  version: z.int(),
  at: z.string(),
  /** Empty for what the first start wrote. */
  actor: z.string(),
  /** The sections that differ from the version before. */
  changed: z.array(z.string()),
})
export type HomeVersion = z.infer<typeof HomeVersion>

const versionParams = z.object({ version: z.string() })
const versions: `/api/v1/${string}` = '/api/v1/admin/home/versions'

const entirely = 'Takes the bare array, or an object with the section as its only key; replaces all items.'
const merged = 'The given keys are merged into the section.'

export const home = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/config/home',
    auth: 'public',
    summary: '读取首页 · Read the home document',
    description: 'Carries an ETag for If-None-Match here and If-Match on the updates.',
    data: HomeDocument,
    etag: true,
  }),
  replace: update(
    '',
    '替换首页 · Replace the home document',
    'All five sections are required.',
    HomeDocument,
  ),
  updateHero: update('/hero', '更新首页头图 · Update the hero section', merged, HeroChange),
  replaceFeatures: update(
    '/features',
    '替换功能入口 · Replace the features',
    entirely,
    itemsOf('features', features),
  ),
  replaceExpertTeam: update(
    '/expert-team',
    '替换专家团队 · Replace the expert team',
    entirely,
    itemsOf('expertTeam', HomeDocument.shape.expertTeam),
  ),
  updateInfoBanner: update('/info-banner', '更新公告 · Update the info banner', merged, InfoBannerChange),
  replaceHeroExperts: update(
    '/hero-experts',
    '替换推荐专家 · Replace the hero experts',
    entirely,
    itemsOf('heroExperts', HomeDocument.shape.heroExperts),
  ),
  versions: endpoint({
    method: 'GET',
    path: versions,
    auth: 'admin',
    may: 'content.read',
    summary: '首页历史版本 · List versions of the home document',
    description: `The last ${keptHomeVersions}, newest first; the first is the current one.`,
    data: z.array(HomeVersion),
  }),
  version: endpoint({
    method: 'GET',
    path: `${versions}/:version`,
    auth: 'admin',
    may: 'content.read',
    summary: '查看历史版本 · Read a version of the home document',
    description: 'The whole document as it was.',
    params: versionParams,
    data: HomeVersion.extend({ document: HomeDocument }),
    refuses: { 404: [homeMessages.versionGone] },
  }),
  restore: endpoint({
    method: 'POST',
    path: `${versions}/:version/restore`,
    auth: 'admin',
    may: 'content.edit',
    summary: '恢复历史版本 · Restore a version of the home document',
    takesIfMatch: true,
    description: 'Makes it the current document, as a new version. Takes If-Match as the updates do.',
    message: '更新成功',
    params: versionParams,
    data: HomeDocument,
    refuses: { 404: [homeMessages.versionGone], 409: [homeMessages.stale] },
  }),
}
