import type { SecurityEvent } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { textColumn } from '../../records/columns.tsx'
import { days, oneOf, text } from '../../records/filters.tsx'
import type { ListQuery, RecordKind } from '../../records/kind.ts'
import { recordPage } from '../../records/page.tsx'

const t = i18n({ unknown: '没有这个账号' }, { unknown: 'No such account' })

const hint: Label = {
  zh: '按分钟合计，保留 180 天。',
  en: 'Counted by the minute, kept for 180 days.',
}

const kindLabels: Record<SecurityEvent['kind'], Label> = {
  'login.failed': { zh: '登录失败', en: 'Failed login' },
  'permission.refused': { zh: '权限不足', en: 'Permission refused' },
  'phones.read': { zh: '查看完整手机号', en: 'Read whole phone numbers' },
}

const account = { zh: '账号', en: 'Account' }
const address = { zh: 'IP 地址', en: 'Address' }

type Row = SecurityEvent & { id: string }

const securityLog: RecordKind<Row, ListQuery<typeof api.securityLog.list>> = {
  key: 'security-log',
  title: { zh: '安全日志', en: 'Security log' },
  hint,
  empty: { title: { zh: '还没有记录', en: 'Nothing yet' }, hint },
  async list(query, signal) {
    const page = await call(api.securityLog.list, { query, signal })
    const list = page.list.map((one) => ({
      ...one,
      id: [one.at, one.kind, one.username, one.address].join(' '),
    }))
    return { ...page, list }
  },
  filters: [
    text('username', account),
    oneOf('kind', kindLabels, {
      label: { zh: '事件', en: 'Event' },
      all: { zh: '全部事件', en: 'All events' },
      width: 170,
    }),
    text('address', address),
    days('startDate', 'endDate', { zh: '日期', en: 'Date' }),
  ],
  columns: [
    {
      key: 'at',
      label: { zh: '时间', en: 'Time' },
      width: 165,
      show: ({ at }) => <span className="number">{at.slice(0, 16)}</span>,
    },
    {
      key: 'kind',
      label: { zh: '事件', en: 'Event' },
      width: 200,
      show: ({ kind }) => labelOf(kindLabels, kind),
    },
    {
      key: 'username',
      label: account,
      show: ({ username }) =>
        username ? (
          <span className="cell-text">{username}</span>
        ) : (
          <span className="quiet">{t().unknown}</span>
        ),
    },
    textColumn('address', address, 240),
    {
      key: 'count',
      label: { zh: '次数', en: 'Times' },
      width: 90,
      show: ({ count }) => <span className="number">{count}</span>,
    },
  ],
}

export const SecurityLog = recordPage(() => securityLog)
