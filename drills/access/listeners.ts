import { api, messageKinds, robotKinds } from '@zhenyue/contract'
import type { Scene } from '../drill.ts'
import { receiver, toGateway, toReceivers, type Told } from '../receivers.ts'
import type { Client } from './people.ts'

const robotKeys = {
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/',
}

/** What webhooks may be told of a record. */
const harmless = new Set(['id', 'status', 'date', 'departmentName', 'slotId', 'source'])

/** A webhook, a group robot of each kind and a gateway of messages, which keep all that they are sent. */
export async function makeListeners(scene: Scene) {
  const heard = { webhook: [] as string[], robots: [] as string[], gateway: [] as string[] }
  /** The records that the webhook heard of, and what it was told of them that it should not be. */
  const records = new Set<string>()
  const strange = new Set<string>()
  const phones = new Set<string>()

  const webhook = await receiver<Told>(scene, (response, { data, ...rest }, _id, whole) => {
    heard.webhook.push(whole)
    records.add(data.id)
    for (const key of Object.keys(data)) if (!harmless.has(key)) strange.add(`data.${key}`)
    for (const key of Object.keys(rest)) if (!['type', 'timestamp'].includes(key)) strange.add(key)
    // Now and then one fails, and says what it was sent.
    if (heard.webhook.length % 10 === 0) response.writeHead(500).end(whole)
    else response.end()
  })
  const robot = await receiver(scene, (response, _body, _id, whole) => {
    heard.robots.push(whole)
    response.end('{"errcode":0,"code":0}')
  })
  const gateway = await receiver<{ phone: string }>(scene, (response, { phone }, _id, whole) => {
    heard.gateway.push(whole)
    phones.add(phone)
    if (heard.gateway.length % 10 === 0) response.writeHead(500).end(whole)
    else response.end('{}')
  })

  async function subscribe(admin: Client) {
    await admin.call(api.webhooks.create, { body: { url: webhook, types: ['*'] } })
    for (const kind of robotKinds) {
      const url = `${robotKeys[kind]}drill`
      await admin.call(api.robots.create, { body: { kind, name: kind, url, types: ['*'] } })
    }
    const { provider: _, ...settings } = await admin.call(api.messages.settings)
    const on = { enabled: true, template: 'T', params: ['name', 'date', 'department', 'hospital'] as const }
    const kinds = Object.fromEntries(messageKinds.map((kind) => [kind, { ...on, params: [...on.params] }]))
    await admin.call(api.messages.saveSettings, {
      body: { ...settings, ...kinds, quietFrom: '00:00', quietTo: '00:00' },
    })
  }
  const env = {
    ...toReceivers,
    ...toGateway(gateway),
    ROBOT_ENDPOINT: robot,
    PUBLIC_URL: 'https://hospital.example',
  }
  return { env, subscribe, heard, records, strange, phones }
}
