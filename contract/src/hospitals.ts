import * as z from 'zod'
import { imageAddress } from './address.ts'
import { endpoint, idParams } from './endpoint.ts'
import { text, withDefault } from './text.ts'

export const hospitalMessages = { notFound: '医院不存在' }

const count = (field: string) => z.int(`${field} 需为非负整数`).min(0, `${field} 需为非负整数`)
const line = (field: string, max: number) => text({ field, max })

/** What `zhenyue hospital import` takes. */
export const HospitalImport = z.object(
  {
    id: z.string('id 必填').regex(/^[A-Za-z0-9_-]{1,32}$/, 'id 需为 1-32 位字母、数字、- 或 _'),
    name: text({ field: 'name', max: 50, required: true }),
    level: withDefault(line('level', 50), ''),
    address: withDefault(line('address', 200), ''),
    phone: withDefault(line('phone', 50), ''),
    intro: withDefault(text({ field: 'intro', max: 2000, free: true }), ''),
    description: withDefault(text({ field: 'description', max: 20_000, free: true }), ''),
    banner: withDefault(imageAddress({ field: 'banner' }), ''),
    logo: withDefault(imageAddress({ field: 'logo' }), ''),
    established: withDefault(line('established', 20), ''),
    departments: withDefault(count('departments'), 0),
    doctors: withDefault(count('doctors'), 0),
    beds: withDefault(count('beds'), 0),
  },
  '医院需为 JSON 对象',
)
export type HospitalImport = z.output<typeof HospitalImport>

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
    description: 'Hospitals are read-only here; `zhenyue hospital import` brings them in.',
    params: idParams,
    data: Hospital,
    refuses: { 404: [hospitalMessages.notFound] },
    etag: true,
  }),
}
