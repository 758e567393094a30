import type * as z from 'zod'
import { idempotencyMessages, nothing, tooMany, type Endpoint } from './endpoint.ts'
import { header, headers, parameter, parameters, tags } from './openapi-parts.ts'
import { fieldsOf, Schemas, type Json } from './openapi-schemas.ts'
import { notAllowed } from './permissions.ts'
import { serviceMessages, totpMessages } from './rules.ts'

type Table = Record<string, Record<string, Endpoint>>

const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
const isUsed = (type: z.ZodType) => type !== nothing
const tagOf = (group: string) => tags[group]?.[0] ?? group

const envelope = (data?: Json): Json => ({
  type: 'object',
  properties: {
    code: { type: 'integer', const: 0 },
    message: { type: 'string' },
    ...(data && { data }),
  },
  required: ['code', 'message', ...(data ? ['data'] : [])],
})

/** A query is text; the pattern of its digits, or `"true"` and `"false"`, say nothing of the number or boolean it means. */
function parameterSchema({ default: _, pattern, enum: values, ...schema }: Json): Json {
  return schema['type'] === 'string'
    ? { ...schema, ...(pattern !== undefined && { pattern }), ...(values !== undefined && { enum: values }) }
    : schema
}

function parametersOf(where: 'path' | 'query', type: z.ZodType) {
  if (!isUsed(type)) return []
  const { properties = {}, required = [] } = fieldsOf(type)
  const parameterOf = (name: string, field: Json) => {
    const { description, ...schema } = parameterSchema(field)
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
    }
  }
  return Object.entries(properties).map(([name, field]) => parameterOf(name, field))
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
  // What is one's own no role has to allow, but keys for other systems have no account.
  if (e.auth !== 'public') say(403, notAllowed)
  if (e.idempotent) {
    say(400, idempotencyMessages.malformed)
    say(409, idempotencyMessages.usedForAnother)
  }
  if (e.limited) say(429, tooMany)
  for (const [status, texts] of Object.entries(e.refuses)) say(Number(status), ...texts!)
  say(500, serviceMessages.fault)
  say(503, serviceMessages.unavailable)
  return Object.fromEntries(
    Object.entries(messages).map(([status, texts]) => [
      status,
      {
        description: texts.join(';'),
        headers: {
          'x-request-id': header('RequestId'),
          ...(['429', '503'].includes(status) && { 'Retry-After': header('RetryAfter') }),
        },
        ...json({ $ref: '#/components/schemas/Refusal' }),
      },
    ]),
  )
}

/** Generators stumble over two kinds of body in one operation: the description tells of the form. */
const bytesOf = (types: readonly string[]) =>
  Object.fromEntries(
    types
      .filter((type) => type !== 'multipart/form-data')
      .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )

const streamOf = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type.split(';')[0]!, { schema: { type: 'string' } }]))

function securityOf({ auth }: Endpoint) {
  const bearer = { bearer: [] }
  return auth === 'public' ? [] : auth === 'optional' ? [{}, bearer] : [bearer]
}

function operation(group: string, name: string, e: Endpoint, schemas: Schemas) {
  const tagged = e.etag || e.tagged || e.takesIfMatch
  const answerHeaders = {
    'x-request-id': header('RequestId'),
    ...(tagged && { ETag: header('ETag') }),
  }
  const data = isUsed(e.data) ? schemas.of(e.data, 'output') : undefined
  return {
    operationId: `${group}.${name}`,
    tags: [tagOf(group)],
    summary: e.summary,
    description: e.description,
    parameters: [
      ...parametersOf('path', e.params),
      ...parametersOf('query', e.query),
      ...(e.idempotent ? [parameter('IdempotencyKey')] : []),
      ...(e.takesPhoneProof ? [parameter('PhoneProof')] : []),
      ...(e.etag ? [parameter('IfNoneMatch')] : []),
      ...(e.takesIfMatch ? [parameter('IfMatch')] : []),
    ],
    ...(e.bodyTypes.length > 0 && { requestBody: { required: true, content: bytesOf(e.bodyTypes) } }),
    ...(isUsed(e.body) && {
      // No body counts as an empty object.
      requestBody: { required: !e.body.safeParse({}).success, ...json(schemas.of(e.body, 'input')) },
    }),
    security: securityOf(e),
    responses: {
      200: {
        description: e.message,
        headers: answerHeaders,
        ...(e.stream.length > 0 ? { content: streamOf(e.stream) } : json(envelope(data))),
      },
      ...(e.etag && { 304: { description: 'If-None-Match names the current ETag', headers: answerHeaders } }),
      ...refusalsOf(e),
    },
  }
}

const Refusal = {
  type: 'object',
  properties: {
    code: { type: 'integer', description: '1 for HTTP 400, otherwise the HTTP status' },
    message: { type: 'string' },
    data: { description: 'What some refusals say beyond their message' },
  },
  required: ['code', 'message'],
  example: { code: 1, message: '手机号格式不正确' },
}

/** The OpenAPI 3.1 document, derived from the contract; never written by hand. */
export function toOpenApi(table: Table, version: string, publicUrl?: string) {
  const schemas = new Schemas()
  const operations: Record<string, Json> = {}
  for (const [group, entries] of Object.entries(table)) {
    for (const [name, e] of Object.entries(entries)) {
      const path = (operations[e.path.replace(/:(\w+)/g, '{$1}')] ??= {})
      path[e.method.toLowerCase()] = operation(group, name, e, schemas)
    }
  }
  const { document: paths, components } = schemas.resolve(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: '诊约 Zhenyue',
      version,
      description:
        '医院预约与线索服务。所有响应都返回 { code, message, data }，成功时 code 为 0。\n\n' +
        'Appointment booking and lead collection. Every answer is an envelope { code, message, data }; code is 0 on success.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: Object.keys(table).map((group) => ({ name: tagOf(group), description: tags[group]?.[1] })),
    paths,
    components: {
      schemas: { Refusal, ...components },
      parameters,
      headers,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a login, or a key for another system (`zyk_…`).',
        },
      },
    },
  }
}
