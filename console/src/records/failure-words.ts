import { language, textOf, type Label } from '../app/i18n.ts'

const unproven = { zh: '对方的证书不可信', en: 'Its certificate is not trusted' }
const unreachable = { zh: '连不上对方', en: 'It could not be reached' }

/** Why something was not sent or did not arrive, by what the service notes. */
const words: Record<string, Label> = {
  'switched off': { zh: '这类通知已停用', en: 'This kind was switched off' },
  'no longer so': { zh: '预约已有变化，不用再发', en: 'The appointment has changed meanwhile' },
  'too late': { zh: '已过提醒时间', en: 'It was too late to remind' },
  'visit is over': { zh: '就诊时间已过', en: 'The visit is over' },
  'too many': { zh: '24 小时内发往该号码的短信过多', en: 'Too many messages to this number in 24 hours' },
  'no provider': { zh: '未配置短信服务', en: 'No SMS provider is configured' },
  'not agreed to': { zh: '患者未同意接收短信', en: 'The patient has not agreed to messages' },
  restored: { zh: '数据恢复自备份，不确定是否发出', en: 'Restored from a backup; it may have been sent' },
  interrupted: { zh: '发送中断，不确定是否发出', en: 'Interrupted; it may have been sent' },
  timeout: { zh: '对方没有及时响应', en: 'No answer in time' },
  closed: { zh: '对方中断了连接', en: 'The connection was closed' },
  failed: unreachable,
  ECONNREFUSED: unreachable,
  ECONNRESET: { zh: '对方中断了连接', en: 'The connection was closed' },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOTFOUND: { zh: '找不到这个网址', en: 'There is no such host' },
  EAI_AGAIN: { zh: '找不到这个网址', en: 'There is no such host' },
  CERT_HAS_EXPIRED: { zh: '对方的证书已过期', en: 'Its certificate has expired' },
  DEPTH_ZERO_SELF_SIGNED_CERT: unproven,
  SELF_SIGNED_CERT_IN_CHAIN: unproven,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unproven,
  ERR_TLS_CERT_ALTNAME_INVALID: unproven,
  'private address': { zh: '这个地址在内网，没有放行', en: 'The address is private and not allowed' },
  'malformed address': { zh: '地址不对', en: 'The address is malformed' },
}

/** `对方返回 500`; what a provider says in its own words stays as it is. */
export function failureInWords(error: string): string {
  const known = words[error]
  if (known) return textOf(known)
  const status = /^HTTP (\d+)$/.exec(error)?.[1]
  if (!status) return error
  return language.get() === 'zh' ? `对方返回 ${status}` : `It answered ${status}`
}
