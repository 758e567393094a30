import * as z from 'zod'
import { imageAddress } from './address.ts'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { maybe, text, withDefault } from './text.ts'

export const hospitalMessages = { notFound: '医院不存在' }

const count = (field: string) => z.int(`${field} 需为非负整数`).min(0, `${field} 需为非负整数`)
const line = (field: string, max: number) => text({ field, max })

const name = text({ field: 'name', max: 50, required: true })
const texts = {
  level: line('level', 50),
  address: line('address', 200),
  phone: line('phone', 50),
  intro: text({ field: 'intro', max: 2000, free: true }),
  description: text({ field: 'description', max: 20_000, free: true }),
  banner: imageAddress({ field: 'banner' }),
  logo: imageAddress({ field: 'logo' }),
  established: line('established', 20),
}
const counts = { departments: count('departments'), doctors: count('doctors'), beds: count('beds') }

const map = <K extends string, T, R>(shape: Record<K, T>, change: (type: T) => R) =>
  Object.fromEntries(Object.entries<T>(shape).map(([key, type]) => [key, change(type)])) as Record<K, R>

/** What `zhenyue hospital import` takes. */
export const HospitalImport = z.object(
  {
    id: z.string('id 必填').regex(/^[A-Za-z0-9_-]{1,32}$/, 'id 需为 1-32 位字母、数字、- 或 _'),
    name,
    ...map(texts, (type) => withDefault(type, '')),
    ...map(counts, (type) => withDefault(type, 0)),
  },
  '医院需为 JSON 对象',
)
export type HospitalImport = z.output<typeof HospitalImport>

/** Only the given fields change. */
export const HospitalChange = jsonBody({ name: maybe(name), ...map(texts, maybe), ...map(counts, maybe) })
export type HospitalChange = z.output<typeof HospitalChange>

export const Hospital = z.object({
  id: z.string(),
  name: z.string(),
  level: z.string(),
  address: z.string(),
  phone: z.string(),
  intro: z.string(),
  description: z.string(),
  banner: z.string(),
  logo: z.string(),
  established: z.string(),
  departments: z.int(),
  doctors: z.int(),
  beds: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Hospital = z.infer<typeof Hospital>

export const hospitals = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/hospitals',
    auth: 'public',
    summary: '医院列表 · List hospitals',
    description: 'In the order in which they were imported.',
    data: z.array(Hospital),
    etag: true,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/hospitals/:id',
    auth: 'public',
    summary: '医院详情 · Read a hospital',
    description: 'With every field; times in ISO 8601.',
    params: idParams,
    data: Hospital,
    refuses: { 404: [hospitalMessages.notFound] },
    etag: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/hospitals/:id',
    auth: 'admin',
    may: 'hospitals.edit',
    summary: '修改医院信息 · Change a hospital',
    description: 'Only the given fields change. New hospitals come in by `zhenyue hospital import`.',
    message: '更新成功',
    params: idParams,
    body: HospitalChange,
    data: Hospital,
    refuses: { 404: [hospitalMessages.notFound] },
    large: true,
  }),
}
