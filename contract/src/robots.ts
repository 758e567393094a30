import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { robotKinds } from './rules.ts'
import { maybe, oneOf, text } from './text.ts'
import { enabledFlag, TestResult, wantedTypes } from './webhooks.ts'

export const robotMessages = {
  notFound: '机器人不存在',
  urlMissing: 'url 必填',
  urlWrong: 'url 需为该平台群机器人的地址',
}

export const RobotBody = jsonBody({
  kind: oneOf('kind', robotKinds),
  name: text({ field: 'name', max: 50, required: true }),
  /** It is a key: absent in a change, it stays as it is. */
  url: maybe(text({ field: 'url', max: 500 })),
  secret: maybe(text({ field: 'secret', max: 200 })),
  types: wantedTypes,
  enabled: enabledFlag,
})
export type RobotBody = z.output<typeof RobotBody>

export const Robot = z.object({
  id: z.string(),
  kind: z.enum(robotKinds),
  name: z.string(),
  /** Masked. */
  url: z.string(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  lastSuccessAt: z.string(),
  lastFailure: z.string(),
})
export type Robot = z.infer<typeof Robot>

const gone = { 404: [robotMessages.notFound] }
const badUrl = { 400: [robotMessages.urlMissing, robotMessages.urlWrong] }

export const robots = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/admin/robots',
    auth: 'super',
    summary: '群机器人列表 · List group robots',
    description: 'Of WeCom, DingTalk and Feishu, in the order in which they were created.',
    data: z.array(Robot),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/admin/robots',
    auth: 'super',
    summary: '新增群机器人 · Create a group robot',
    description: 'Its texts name people as 张** 139****0000 and link into the console.',
    message: '创建成功',
    body: RobotBody,
    data: Robot,
    refuses: badUrl,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/robots/:id',
    auth: 'super',
    summary: '修改群机器人 · Change a group robot',
    description: 'Without `url` or `secret` these stay as they are; an empty secret takes it away.',
    message: '更新成功',
    params: idParams,
    body: RobotBody,
    data: Robot,
    refuses: { ...badUrl, ...gone },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/robots/:id',
    auth: 'super',
    summary: '删除群机器人 · Delete a group robot',
    description: 'What waits for it is not sent.',
    message: '删除成功',
    params: idParams,
    data: idParams,
    refuses: gone,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/v1/admin/robots/:id/test',
    auth: 'super',
    summary: '发送测试 · Send a test',
    description: 'Sends a line to the group now and answers what came back.',
    message: '测试已发送',
    params: idParams,
    data: TestResult,
    refuses: gone,
  }),
}
