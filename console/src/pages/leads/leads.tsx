import type { LeadDetail, StaffLead } from '@zhenyue/contract'
import { leadStageLabels } from '@zhenyue/contract/follow-up-rules'
import { leadSourceLabels } from '@zhenyue/contract/labels'
import { api, call, callTagged, masked, open } from '../../app/api.ts'
import { labelOf, textOf } from '../../app/i18n.ts'
import { navigate } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { BookForLead } from './book-for-lead.tsx'
import {
  createdAt,
  id,
  phone,
  remark,
  textColumn,
  textFact,
  updatedAt,
  type Column,
} from '../../records/columns.tsx'
import { Consents } from '../../records/consents.tsx'
import type { ListQuery, RecordKind, Removal } from '../../records/kind.ts'
import { recordPage } from '../../records/page.tsx'
import { selfTestFieldLabels } from '../../records/self-test-words.ts'
import { Level } from '../../ui/level.tsx'
import { LeadAnswers } from './lead-answers.tsx'
import { leadFilters, leadOrder } from './lead-filters.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Score } from './score.tsx'
import { assignLeads, takeLeads } from './take.ts'

/** In the list with the level, in the drawer with all that explains it. */
type StaffRow = StaffLead | LeadDetail

const name = { zh: '姓名', en: 'Name' }
const symptom = { zh: '症状', en: 'Symptom' }
const phoneOf = (lead: StaffRow) => lead.phone

const source: Column<StaffRow> = {
  key: 'source',
  label: { zh: '来源', en: 'Source' },
  width: 112,
  show: (lead) => labelOf(leadSourceLabels, lead.source),
}

const remove: Removal<StaffRow> = {
  send: (id) => call(api.leads.remove, { params: { id } }),
  title: ({ length }) => ({
    zh: `删除 ${length} 条线索？`,
    en: `Delete ${length} lead${length === 1 ? '' : 's'}?`,
  }),
  text: {
    zh: '删除后无法恢复，同一手机号可以再次提交。',
    en: 'This cannot be undone. The same number may be submitted again.',
  },
  done: (count) => ({ zh: `已删除 ${count} 条`, en: `${count} deleted` }),
  chosen: (count) => ({ zh: `删除所选 ${count} 条`, en: `Delete ${count} chosen` }),
}

const level: Column<StaffRow> = {
  key: 'level',
  label: selfTestFieldLabels.level,
  width: 136,
  order: { name: 'urgency', is: 'descend' },
  show: ({ selfTest }) => (selfTest ? <Level level={selfTest.level} /> : '–'),
}

const stage: Column<StaffRow> = {
  key: 'stage',
  label: { zh: '进展', en: 'Stage' },
  width: 84,
  show: ({ follow }) => follow && <Badge>{labelOf(leadStageLabels, follow.stage)}</Badge>,
}
const assignee: Column<StaffRow> = {
  key: 'assignee',
  label: { zh: '跟进人', en: 'Assignee' },
  width: 96,
  show: ({ follow }) => <span className="cell-text">{follow?.assignee}</span>,
}
/** With what is done about the number, which the table shows. */
const shown = { ...masked, follow: 'true' } as const
const readLead = (id: string) => callTagged(api.leads.detail, { params: { id }, query: shown })

const leads = (): RecordKind<StaffRow, ListQuery<typeof api.leads.list>> => ({
  key: 'lead',
  title: { zh: '线索', en: 'Leads' },
  empty: {
    title: { zh: '还没有线索', en: 'No leads yet' },
    hint: {
      zh: '患者在健康自测或首页留下联系方式后，会出现在这里。',
      en: 'They appear here once patients leave their number in the self-test or on the home page.',
    },
  },
  list: (query, signal) => call(api.leads.list, { query: { ...query, ...shown }, signal }),
  live: {
    kind: 'lead',
    announce: (count) => ({ zh: `${count} 条新线索`, en: `${count} new` }),
  },
  filters: leadFilters(),
  order: leadOrder,
  name: { label: name, width: 130, of: (lead) => lead.name },
  columns: [
    phone(phoneOf, api.leads.readPhone),
    level,
    stage,
    assignee,
    source,
    {
      key: 'score',
      label: { zh: '自测得分', en: 'Score' },
      width: 136,
      order: { name: 'score', is: 'descend' },
      show: ({ score }) => <Score score={score} />,
    },
    textColumn('symptom', symptom),
    remark,
    { ...createdAt, order: { name: '', is: 'descend' } },
    { ...updatedAt, isHidden: true },
    { ...id, isHidden: true },
  ],
  card: {
    status: ({ score, selfTest }) => (selfTest ? <Level level={selfTest.level} /> : <Score score={score} />),
    lines: (lead) => [
      `${textOf(source.label)} ${labelOf(leadSourceLabels, lead.source)} · ${lead.createdAt}`,
      lead.symptom,
    ],
  },
  ...(may('leads.work') && { bulk: may('manage') ? [...takeLeads, assignLeads] : takeLeads }),
  ...(may('manage') && {
    add: { label: { zh: '导入线索', en: 'Import leads' }, run: () => navigate('/import') },
  }),
  ...(may(api.leads.export) && {
    export: ({ order: _, ...filter }, format) => open(api.leads.export, { query: { ...filter, format } }),
  }),
  ...(may(api.leads.remove) && { remove }),
  detail: {
    title: { zh: '线索详情', en: 'Lead' },
    read: readLead,
    head: (lead) => <BookForLead lead={lead} />,
    facts: [
      { key: 'name', label: name, show: (lead) => <strong>{lead.name}</strong> },
      phone(phoneOf, api.leads.readPhone, { inDrawer: true }),
      stage,
      assignee,
      source,
      textFact('symptom', symptom),
      createdAt,
      updatedAt,
      id,
    ],
    remark: {
      of: (lead) => lead.remark,
      ...(may(api.leads.setRemark) && {
        async save(id: string, remark: string, etag: string) {
          const params = { id }
          const headers = { 'if-match': etag }
          await call(api.leads.setRemark, { params, query: masked, body: { remark }, headers })
          return (await readLead(id)).data
        },
      }),
    },
    section: (lead) => (
      <>
        <LeadAnswers lead={lead} />
        <Consents id={lead.id} read={api.leads.readPhone} consents={api.people.consentsOfLead} />
      </>
    ),
    ...(may(api.people.ofLead) && {
      related: (id: string) => call(api.people.ofLead, { params: { id } }),
    }),
    ...(may(api.audit.ofLead) && {
      history: {
        read: (id: string) => call(api.audit.ofLead, { params: { id } }),
        createdAt: (lead: StaffRow) => lead.createdAt,
      },
    }),
  },
})

export const Leads = recordPage(leads)
