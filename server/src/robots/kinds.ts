import { createHmac } from 'node:crypto'
import { objectOf } from '../outbound/post.ts'

export type RobotKind = 'wecom' | 'dingtalk' | 'feishu'

export interface Robot {
  kind: RobotKind
  url: string
  /** What its messages are signed with; WeCom has none. */
  secret?: string | null
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** The address and body of one text message. With an endpoint, that is called in place of the kind's host. */
export function robotRequest(
  { kind, url: address, secret }: Robot,
  text: string,
  now: number,
  endpoint?: string,
): { url: string; body: string } {
  const url = new URL(address)
  if (kind === 'dingtalk' && secret) {
    const timestamp = String(now)
    url.searchParams.set('timestamp', timestamp)
    url.searchParams.set('sign', hmac(secret, `${timestamp}\n${secret}`))
  }
  return {
    url: endpoint ? `${endpoint.replace(/\/+$/, '')}${url.pathname}${url.search}` : url.href,
    body: JSON.stringify(kind === 'feishu' ? feishuMessage(text, now, secret) : ordinaryMessage(text)),
  }
}

const ordinaryMessage = (content: string) => ({ msgtype: 'text', text: { content } })

function feishuMessage(text: string, now: number, secret: Robot['secret']) {
  const message = { msg_type: 'text', content: { text } }
  if (!secret) return message
  const timestamp = String(Math.floor(now / 1000))
  // The signed text is the key, and what is signed is empty.
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, ''), ...message }
}

/** The address up to the key, which is what follows. */
const beginnings: Record<RobotKind, string> = {
  wecom: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=',
  dingtalk: 'https://oapi.dingtalk.com/robot/send?access_token=',
  feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/',
}

export const isRobotUrl = (kind: RobotKind, url: string) =>
  url.startsWith(beginnings[kind]) && /^[\w-]{1,200}$/.test(url.slice(beginnings[kind].length))

/** By what the answer says: failures come with HTTP 200. */
export function robotAnswer(kind: RobotKind, status: number, body: string): 'ok' | string {
  const answer = objectOf(body)
  const name = kind === 'feishu' ? 'code' : 'errcode'
  const code = answer[name]
  if (status === 200 && code === 0) return 'ok'
  if (typeof code !== 'number') return `HTTP ${status}`
  const words = answer[kind === 'feishu' ? 'msg' : 'errmsg']
  return [`${name} ${code}`, typeof words === 'string' ? words.slice(0, 200) : ''].join(' ').trim()
}

/** With no more of its key than tells one robot from another. */
export function maskRobotUrl(url: string): string {
  const beginning = Object.values(beginnings).find((one) => url.startsWith(one))
  return beginning ? `${beginning}****${url.length - beginning.length >= 16 ? url.slice(-4) : ''}` : '****'
}
