import * as z from 'zod'
import { idempotencyMessages, nothing, tooMany, type Endpoint } from './endpoint.ts'
import { notAllowed } from './permissions.ts'
import { totpMessages } from './rules.ts'

type Json = Record<string, unknown>
type Table = Record<string, Record<string, Endpoint>>

const tags: Record<string, string> = {
  leads: '线索 Leads',
  followUp: '跟进 Follow-up',
  funnel: '转化 Funnel',
  leadImports: '导入 Import',
  appointments: '预约 Appointments',
  home: '首页 Home',
  images: '医院图片 Hospital images',
  experts: '专家 Experts',
  banners: '轮播图 Banners',
  uploads: '上传 Uploads',
  pictures: '图片 Pictures',
  hospitals: '医院 Hospitals',
  admins: '管理员 Administrators',
  totp: '动态验证码 Second factor',
  accounts: '账号 Accounts',
  sessions: '会话 Sessions',
  apiKeys: '密钥 API keys',
  audit: '审计 Audit',
  securityLog: '安全 Security',
  phoneProofs: '手机号验证 Phone proof',
  privacyPolicy: '隐私政策 Privacy policy',
  consents: '同意 Consent',
  people: '查找 Find',
  dashboard: '工作台 Dashboard',
  events: '实时 Live',
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return schema
}
const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const isUsed = (type: z.ZodType) => type !== nothing

const envelope = (data?: Json): Json => ({
  type: 'object',
  properties: {
    code: { type: 'integer', const: 0 },
    message: { type: 'string' },
    ...(data && { data }),
  },
  required: ['code', 'message', ...(data ? ['data'] : [])],
})

function parametersOf(where: 'path' | 'query', type: z.ZodType) {
  if (!isUsed(type)) return []
  const { properties = {}, required = [] } = schemaOf(type, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { default: _, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema,
  }))
}

function refusalsOf(e: Endpoint) {
  const messages: Record<number, string[]> = {}
  const say = (status: number, ...texts: string[]) => (messages[status] ??= []).push(...texts)
  if (isUsed(e.body)) {
    say(400, '请求体格式错误', '字段不符合要求时指出该字段')
    say(413, '请求体过大')
    say(415, '仅支持 JSON 请求体')
  }
  if (isUsed(e.query)) say(400, '查询参数不符合要求时指出该参数')
  if (e.auth !== 'public') say(401, '未登录或登录已过期')
  if (e.auth !== 'public' && !e.withTemporaryPassword) say(403, '请先修改密码')
  if (e.auth !== 'public' && !e.withoutTotp) say(403, totpMessages.needed)
  if (e.auth === 'super' || (e.may && e.may !== 'self')) say(403, notAllowed)
  if (e.idempotent) {
    say(400, idempotencyMessages.malformed)
    say(409, idempotencyMessages.usedForAnother)
  }
  if (e.limited) say(429, tooMany)
  for (const [status, texts] of Object.entries(e.refuses)) say(Number(status), ...texts!)
  say(500, '服务器内部错误')
  return Object.fromEntries(
    Object.entries(messages).map(([status, texts]) => [
      status,
      { description: texts.join(';'), ...json({ $ref: '#/components/schemas/Refusal' }) },
    ]),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'For 24 hours a repeated request with the same key and body gets the first answer.',
  schema: { type: 'string', pattern: '^[!-~]{1,128}$' },
}

/** A form has one file, whatever its field is called. */
const bytesOf = (types: readonly string[]) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      type === 'multipart/form-data'
        ? { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } }
        : {},
    ]),
  )

const phoneProof = {
  name: 'X-Phone-Proof',
  in: 'header',
  description: 'What `POST /api/v1/phone-proofs/{id}/verify` answered, where the service asks for it.',
  schema: { type: 'string' },
}

function operation(tag: string, name: string, e: Endpoint) {
  const bearer = { bearer: [] }
  const security = e.auth === 'optional' ? [{}, bearer] : e.auth === 'public' ? undefined : [bearer]
  return {
    operationId: `${tag}.${name}`,
    tags: [tags[tag] ?? tag],
    summary: e.summary,
    description: e.description,
    parameters: [
      ...parametersOf('path', e.params),
      ...parametersOf('query', e.query),
      ...(e.idempotent ? [idempotencyKey] : []),
      ...(e.takesPhoneProof ? [phoneProof] : []),
    ],
    ...(e.bodyTypes.length > 0 && { requestBody: { required: true, content: bytesOf(e.bodyTypes) } }),
    ...(isUsed(e.body) && { requestBody: { required: true, ...json(schemaOf(e.body, 'input')) } }),
    ...(security && { security }),
    responses: {
      200: {
        description: e.message,
        ...(e.stream.length > 0
          ? { content: Object.fromEntries(e.stream.map((type) => [type, { schema: { type: 'string' } }])) }
          : json(envelope(isUsed(e.data) ? schemaOf(e.data, 'output') : undefined))),
      },
      ...(e.etag && { 304: { description: 'If-None-Match names the current ETag' } }),
      ...refusalsOf(e),
    },
  }
}

/** The OpenAPI 3.1 document, derived from the contract; never written by hand. */
export function toOpenApi(table: Table, version: string) {
  const paths: Record<string, Json> = {}
  for (const [tag, group] of Object.entries(table)) {
    for (const [name, e] of Object.entries(group)) {
      const path = (paths[e.path.replace(/:(\w+)/g, '{$1}')] ??= {})
      path[e.method.toLowerCase()] = operation(tag, name, e)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '诊约 Zhenyue',
      version,
      description:
        '医院预约与线索服务。所有应答都使用 { code, message, data } 信封,成功时 code 为 0。\n\n' +
        'Appointment booking and lead collection. Every answer is an envelope { code, message, data }; code is 0 on success.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(table).map((tag) => ({ name: tags[tag] ?? tag })),
    paths,
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          properties: {
            code: { type: 'integer', description: '1 for HTTP 400, otherwise the HTTP status' },
            message: { type: 'string' },
          },
          required: ['code', 'message'],
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
