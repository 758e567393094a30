import type { AuditEntry } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import { i18n, labelOf, textOf, type Label } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { auditActionLabels, auditKindLabels } from '../../records/audit-actions.ts'
import { Changes } from '../../records/changes.tsx'
import { textColumn } from '../../records/columns.tsx'
import { days, oneOf, text } from '../../records/filters.tsx'
import type { ListQuery, RecordKind } from '../../records/kind.ts'
import { recordPage } from '../../records/page.tsx'
import { namesOf } from './targets.ts'

const t = i18n(
  { gone: '（已删除）', key: (name: string) => `密钥 ${name}` },
  { gone: '(deleted)', key: (name) => `API key ${name}` },
)

const hint: Label = {
  zh: '谁在什么时候动过什么，只能查看，不能修改。',
  en: 'Who changed what and when. It can be read, not edited.',
}

/** Who is no account. */
const actorLabels: Record<string, Label> = {
  terminal: { zh: '服务器终端', en: 'Server terminal' },
  service: { zh: '系统', en: 'The service' },
  'first-start': { zh: '首次启动', en: 'First start' },
  demo: { zh: '演示数据', en: 'Demo data' },
}

/** Of another system `key:` and the name of its key. */
const actorName = (actor: string) =>
  actor.startsWith('key:') ? t().key(actor.slice(4)) : labelOf(actorLabels, actor)

type Entry = AuditEntry & { id: string; name: string | undefined }

const kindOf = (action: string) => action.split('.')[0]!

/** `预约 王**`, with a way to the record where it is still there. */
function Target({ entry: { action, target, name } }: { entry: Entry }) {
  const kind = kindOf(action)
  const label = auditKindLabels[kind] ? textOf(auditKindLabels[kind]) : ''
  const path = { lead: '/leads', appointment: '/appointments' }[kind]
  if (path && name) return <a {...linkTo(addressOf(path, { open: target }))}>{`${label} ${name}`}</a>
  if (path && target) return `${label}${t().gone}`
  const number = /^(?:exp|ban|img|wh|rb|cal)-(\d+)$/.exec(target)?.[1]
  return [label, name ?? number].filter(Boolean).join(' ')
}

/** Several actions have the same name and differ in what they were done to. */
const actions = Object.fromEntries(
  Object.entries(auditActionLabels).map(([action, { zh, en }]) => {
    const kind = auditKindLabels[kindOf(action)]!
    return [action, { zh: `${kind.zh}：${zh}`, en: `${kind.en}: ${en}` }]
  }),
)

const audit: RecordKind<Entry, ListQuery<typeof api.audit.list>> = {
  key: 'audit',
  title: { zh: '审计日志', en: 'Audit log' },
  hint,
  empty: { title: { zh: '还没有记录', en: 'Nothing yet' }, hint },
  async list(query, signal) {
    const page = await call(api.audit.list, { query, signal })
    const names = await namesOf(page.list)
    const list = page.list.map((entry) => ({
      ...entry,
      id: String(entry.number),
      name: names[entry.target],
    }))
    return { ...page, list }
  },
  filters: [
    text('actor', { zh: '操作人', en: 'By' }),
    oneOf('action', actions, {
      label: { zh: '操作', en: 'Action' },
      all: { zh: '全部操作', en: 'All actions' },
      width: 230,
      search: true,
    }),
    text('target', { zh: '编号', en: 'Number' }),
    days('startDate', 'endDate', { zh: '日期', en: 'Date' }),
  ],
  columns: [
    textColumn('at', { zh: '时间', en: 'Time' }, 165),
    {
      key: 'actor',
      label: { zh: '操作人', en: 'By' },
      width: 120,
      show: ({ actor }) => <span className="cell-text">{actorName(actor)}</span>,
    },
    {
      key: 'action',
      label: { zh: '操作', en: 'Action' },
      width: 190,
      show: ({ action }) => labelOf(auditActionLabels, action),
    },
    {
      key: 'target',
      label: { zh: '对象', en: 'Record' },
      width: 150,
      show: (entry) => <Target entry={entry} />,
    },
    {
      key: 'changes',
      label: { zh: '变更', en: 'Changes' },
      show: ({ action, changes }) => <Changes changes={changes} kind={kindOf(action)} />,
    },
    textColumn('address', { zh: 'IP 地址', en: 'Address' }, 130),
  ],
}

export const Audit = recordPage(() => audit)
