import type { AuditEntry } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { auditActionLabels } from '../../records/audit-actions.ts'
import { Changes } from '../../records/changes.tsx'
import { textColumn } from '../../records/columns.tsx'
import { days, oneOf, text } from '../../records/filters.tsx'
import type { ListQuery, RecordKind } from '../../records/kind.ts'
import { RecordPage } from '../../records/page.tsx'

const t = i18n({ terminal: '服务器终端' }, { terminal: 'Server terminal' })

const hint: Label = {
  zh: '谁在什么时候动过什么,只能查看,不能修改。',
  en: 'Who changed what and when. It can be read, not edited.',
}

function Target({ target }: { target: string }) {
  if (/^lead-\d+$/.test(target)) return <a {...linkTo(addressOf('/leads', { open: target }))}>{target}</a>
  if (target.startsWith('apt-'))
    return <a {...linkTo(addressOf('/appointments', { open: target }))}>{`${target.slice(0, 10)}…`}</a>
  return target
}

/** Several actions have the same name and differ in what they were done to. */
const actions = Object.fromEntries(
  Object.entries(auditActionLabels).map(([action, { zh, en }]) => {
    const target = action.split('.')[0]
    return [action, { zh: `${zh}(${target})`, en: `${en} (${target})` }]
  }),
)

const audit: RecordKind<AuditEntry & { id: string }, ListQuery<typeof api.audit.list>> = {
  key: 'audit',
  title: { zh: '审计日志', en: 'Audit log' },
  hint,
  empty: { title: { zh: '还没有记录', en: 'Nothing yet' }, hint },
  async list(query, signal) {
    const page = await call(api.audit.list, { query, signal })
    return { ...page, list: page.list.map((entry) => Object.assign(entry, { id: String(entry.number) })) }
  },
  filters: [
    text('actor', { zh: '操作人', en: 'By' }),
    oneOf('action', actions, {
      label: { zh: '动作', en: 'Action' },
      all: { zh: '全部动作', en: 'All actions' },
      width: 190,
      search: true,
    }),
    text('target', { zh: '对象', en: 'Record' }),
    days('startDate', 'endDate', { zh: '日期', en: 'Date' }),
  ],
  columns: [
    textColumn('at', { zh: '时间', en: 'Time' }, 165),
    {
      key: 'actor',
      label: { zh: '操作人', en: 'By' },
      width: 120,
      show: ({ actor }) => <span className="cell-text">{actor === 'terminal' ? t().terminal : actor}</span>,
    },
    {
      key: 'action',
      label: { zh: '动作', en: 'Action' },
      width: 150,
      show: ({ action }) => labelOf(auditActionLabels, action),
    },
    {
      key: 'target',
      label: { zh: '对象', en: 'Record' },
      width: 130,
      show: ({ target }) => <Target target={target} />,
    },
    {
      key: 'changes',
      label: { zh: '变更', en: 'Changes' },
      show: ({ changes }) => <Changes changes={changes} />,
    },
    textColumn('address', { zh: 'IP 地址', en: 'Address' }, 130),
  ],
}

export const Audit = () => <RecordPage kind={audit} />
