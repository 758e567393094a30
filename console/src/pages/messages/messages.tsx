import type { Appointment, Message } from '@zhenyue/contract'
import { messageKindLabels, messageStatusLabels } from '@zhenyue/contract/labels'
import { api, call, masked } from '../../app/api.ts'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { textColumn } from '../../records/columns.tsx'
import { failureInWords } from '../../records/failure-words.ts'
import { oneOf } from '../../records/filters.tsx'
import type { ListQuery, RecordKind, View } from '../../records/kind.ts'
import { MessageBadge } from '../../records/message-status.tsx'
import { recordPage } from '../../records/page.tsx'
import { MessageSettingsView } from './message-settings.tsx'

const t = i18n({ gone: '预约已删除' }, { gone: 'Deleted' })

type Visit = Pick<Appointment, 'patientName' | 'date'>
type Row = Message & { visit: Visit | undefined }
type Query = ListQuery<typeof api.messages.list>

/** Those of the visits that are still there, by id. */
async function visitsOf(messages: Message[], signal: AbortSignal): Promise<Record<string, Visit>> {
  const ids = [...new Set(messages.map(({ appointmentId }) => appointmentId).filter(Boolean))]
  if (ids.length === 0) return {}
  const query = { ids: ids.join(','), limit: '200', ...masked }
  const { list } = await call(api.appointments.staffList, { query, signal })
  return Object.fromEntries(list.map((one) => [one.id, one]))
}

function VisitLink({ message: { appointmentId, visit } }: { message: Row }) {
  if (!appointmentId) return '–'
  if (!visit) return <span className="quiet">{t().gone}</span>
  return (
    <a {...linkTo(addressOf('/appointments', { open: appointmentId }))}>
      {`${visit.patientName} ${visit.date}`}
    </a>
  )
}

const status: Label = { zh: '状态', en: 'Status' }
const kind: Label = { zh: '通知类型', en: 'Kind' }

const settings: View<Query> = {
  key: 'settings',
  label: { zh: '设置', en: 'Settings' },
  without: 'all',
  page: MessageSettingsView,
}

const messages = (views: View<Query>[]): RecordKind<Row, Query> => ({
  key: 'message',
  title: { zh: '通知', en: 'Messages' },
  hint: { zh: '发给患者的短信，保留 180 天。', en: 'Sent to patients, kept for 180 days.' },
  empty: {
    title: { zh: '还没有发过短信', en: 'Nothing was sent yet' },
    hint: {
      zh: '超级管理员在“设置”里启用后，发出的短信会记在这里。',
      en: 'What is sent appears here once a super administrator has switched it on.',
    },
  },
  async list(query, signal) {
    const page = await call(api.messages.list, { query, signal })
    const visits = await visitsOf(page.list, signal)
    return { ...page, list: page.list.map((one) => Object.assign(one, { visit: visits[one.appointmentId] })) }
  },
  filters: [
    oneOf('status', messageStatusLabels, {
      label: status,
      all: { zh: '全部状态', en: 'All statuses' },
      width: 130,
    }),
    oneOf('kind', messageKindLabels, { label: kind, all: { zh: '全部类型', en: 'All kinds' }, width: 150 }),
  ],
  columns: [
    textColumn('createdAt', { zh: '产生时间', en: 'Made' }, 158),
    { key: 'kind', label: kind, width: 100, show: (one) => labelOf(messageKindLabels, one.kind) },
    {
      key: 'phone',
      label: { zh: '手机号', en: 'Phone' },
      width: 120,
      show: (one) => <span className="digits">{one.phone}</span>,
    },
    {
      key: 'visit',
      label: { zh: '预约', en: 'Appointment' },
      width: 175,
      show: (one) => <VisitLink message={one} />,
    },
    { key: 'status', label: status, width: 90, show: (one) => <MessageBadge status={one.status} /> },
    {
      key: 'sentAt',
      label: { zh: '发送时间', en: 'Sent' },
      width: 158,
      show: (one) => <span className="number">{one.sentAt || '–'}</span>,
    },
    {
      key: 'tries',
      label: { zh: '尝试次数', en: 'Tries' },
      width: 84,
      isHidden: true,
      show: (one) => <span className="number">{one.tries}</span>,
    },
    {
      key: 'error',
      label: { zh: '原因', en: 'Why' },
      show: (one) => <span className="cell-text">{one.error ? failureInWords(one.error) : '–'}</span>,
    },
  ],
  views,
})

export const Messages = recordPage(() => messages(may(api.messages.settings) ? [settings] : []))
