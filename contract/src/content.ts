import * as z from 'zod'
import { imageAddress, link, tooManyPictures } from './address.ts'
import { endpoint, idParams, jsonBody, type Endpoint } from './endpoint.ts'
import { booleanQuery } from './query.ts'
import { primaryHospitalId } from './rules.ts'
import { maybe, text, withDefault } from './text.ts'

export const contentMessages = {
  imageNotFound: '医院图片不存在',
  expertNotFound: '专家不存在',
  bannerNotFound: '轮播图不存在',
  hospitalUnknown: '医院不存在',
  bannerEmpty: '标题或图片至少填写一项',
  idsWrong: 'ids 需为不重复的 id 数组',
  tooMany: '最多 500 项,请先删除不用的',
}

const name = text({ field: 'name', max: 50, required: true, missing: '专家姓名必填' })
const image = imageAddress({ field: 'image', required: true, missing: '图片地址必填' })
const sort = z.int('sort 需为整数')
const enabled = z.boolean('enabled 需为布尔值')
const hospitalId = text({
  field: 'hospitalId',
  max: 32,
  required: true,
  missing: contentMessages.hospitalUnknown,
  tooLong: contentMessages.hospitalUnknown,
})

const imageTexts = { caption: text({ field: 'caption', max: 200 }) }
const expertTexts = {
  title: text({ field: 'title', max: 50 }),
  avatar: imageAddress({ field: 'avatar' }),
  department: text({ field: 'department', max: 50 }),
  intro: text({ field: 'intro', max: 2000, free: true }),
}
const bannerTexts = {
  title: text({ field: 'title', max: 50 }),
  subtitle: text({ field: 'subtitle', max: 50 }),
  image: imageAddress({ field: 'image' }),
  link: link({ field: 'link' }),
}

type Shape = Record<string, z.ZodType>
const map = <S extends Shape, R>(shape: S, change: (type: z.ZodType) => R) =>
  Object.fromEntries(Object.entries(shape).map(([key, type]) => [key, change(type)]))
const orEmpty = <S extends Shape>(shape: S) =>
  map(shape, (type) => withDefault(type, '')) as { [K in keyof S]: ReturnType<typeof withDefault<S[K]>> }
const optional = <S extends Shape>(shape: S) =>
  map(shape, maybe) as { [K in keyof S]: ReturnType<typeof maybe<S[K]>> }

const placed = { sort: withDefault(sort, 0), enabled: withDefault(enabled, true) }

export const ImageCreate = jsonBody({
  hospitalId: withDefault(hospitalId, primaryHospitalId),
  image,
  ...orEmpty(imageTexts),
  ...placed,
})
export const ImageChange = jsonBody(optional({ hospitalId, image, ...imageTexts, sort, enabled }))
export const ExpertCreate = jsonBody({ name, ...orEmpty(expertTexts), ...placed })
export const ExpertChange = jsonBody(optional({ name, ...expertTexts, sort, enabled }))
export const BannerCreate = jsonBody({ ...orEmpty(bannerTexts), ...placed }).refine(
  (banner) => banner.title !== '' || banner.image !== '',
  contentMessages.bannerEmpty,
)
export const BannerChange = jsonBody(optional({ ...bannerTexts, sort, enabled })).refine(
  (banner) => banner.title !== '' || banner.image !== '',
  contentMessages.bannerEmpty,
)

const stored = <const K extends string>(...texts: K[]) =>
  z.object({
    id: z.string(),
    ...(Object.fromEntries(texts.map((key) => [key, z.string()])) as Record<K, z.ZodString>),
    sort: z.int(),
    enabled: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })

export const HospitalImage = stored('hospitalId', 'image', 'caption')
export type HospitalImage = z.infer<typeof HospitalImage>
export const Expert = stored('name', 'title', 'avatar', 'department', 'intro')
export type Expert = z.infer<typeof Expert>
export const Banner = stored('title', 'subtitle', 'image', 'link')
export type Banner = z.infer<typeof Banner>

/** How many items a collection may have. */
export const maxItems = 500

export const Order = jsonBody({
  ids: z
    .array(z.string(contentMessages.idsWrong), contentMessages.idsWrong)
    .min(1, contentMessages.idsWrong)
    .max(maxItems, contentMessages.idsWrong)
    .refine((ids) => new Set(ids).size === ids.length, contentMessages.idsWrong),
})

const enabledQuery = z.object({ enabled: booleanQuery('enabled') })

interface Kind<Item, Create, Change, Query> {
  path: string
  /** Where it stands among what is for staff alone. */
  staffPath: string
  zh: string
  en: string
  item: Item
  create: Create
  change: Change
  query: Query
  notFound: string
  refusesWrite?: Endpoint['refuses']
}

/** The operations that the three kinds of content share. */
function resource<
  Item extends z.ZodType,
  Create extends z.ZodType,
  Change extends z.ZodType,
  Query extends z.ZodType,
>({ path, staffPath, zh, en, refusesWrite = {}, ...kind }: Kind<Item, Create, Change, Query>) {
  const collection: `/api/v1/${string}` = `/api/v1/${path}`
  const one: `/api/v1/${string}` = `${collection}/:id`
  const refuses = { 404: [kind.notFound] }
  const write = { auth: 'admin', may: 'content.edit', large: true, data: kind.item } as const
  return {
    list: endpoint({
      method: 'GET',
      path: collection,
      auth: 'public',
      summary: `${zh}列表 · List ${en}s`,
      description: 'By sort, then age; `enabled=true` keeps those that are shown.',
      query: kind.query,
      data: z.array(kind.item),
      etag: true,
    }),
    detail: endpoint({
      method: 'GET',
      path: one,
      auth: 'public',
      summary: `${zh}详情 · Read one ${en}`,
      description: 'Enabled or not.',
      params: idParams,
      data: kind.item,
      refuses,
      etag: true,
    }),
    create: endpoint({
      method: 'POST',
      path: collection,
      summary: `新增${zh} · Create one ${en}`,
      description: 'Optional texts default to empty, sort to 0, enabled to true.',
      message: '创建成功',
      body: kind.create,
      refuses: {
        ...refusesWrite,
        400: [...(refusesWrite[400] ?? []), contentMessages.tooMany],
        413: [tooManyPictures],
      },
      ...write,
    }),
    update: endpoint({
      method: 'PUT',
      path: one,
      summary: `修改${zh} · Change one ${en}`,
      description: 'Only the given fields change.',
      message: '更新成功',
      params: idParams,
      body: kind.change,
      refuses: { ...refuses, ...refusesWrite, 413: [tooManyPictures] },
      ...write,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: one,
      auth: 'admin',
      may: 'content.edit',
      summary: `删除${zh} · Delete one ${en}`,
      description: 'Cannot be undone.',
      message: '删除成功',
      params: idParams,
      data: idParams,
      refuses,
    }),
    order: endpoint({
      method: 'PUT',
      path: `/api/v1/admin/${staffPath}/order`,
      auth: 'admin',
      may: 'content.edit',
      summary: `${zh}排序 · Put ${en}s in order`,
      description: 'Gives the named ones the sort 1, 2, 3, …, all of them or none; answers the whole list.',
      message: '更新成功',
      body: Order,
      data: z.array(kind.item),
      refuses: { ...refuses, 400: [contentMessages.idsWrong] },
    }),
  }
}

export const images = resource({
  path: 'hospital-images',
  staffPath: 'images',
  zh: '医院图片',
  en: 'hospital image',
  item: HospitalImage,
  create: ImageCreate,
  change: ImageChange,
  query: enabledQuery.extend({ hospitalId: text({ field: 'hospitalId', max: 32 }).optional() }),
  notFound: contentMessages.imageNotFound,
  refusesWrite: { 400: [contentMessages.hospitalUnknown] },
})

export const experts = resource({
  path: 'experts',
  staffPath: 'experts',
  zh: '专家',
  en: 'expert',
  item: Expert,
  create: ExpertCreate,
  change: ExpertChange,
  query: enabledQuery,
  notFound: contentMessages.expertNotFound,
})

export const banners = resource({
  path: 'banners',
  staffPath: 'banners',
  zh: '轮播图',
  en: 'banner',
  item: Banner,
  create: BannerCreate,
  change: BannerChange,
  query: enabledQuery,
  notFound: contentMessages.bannerNotFound,
  refusesWrite: { 400: [contentMessages.bannerEmpty] },
})
