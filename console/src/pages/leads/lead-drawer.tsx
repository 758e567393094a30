import type { Lead } from '@zhenyue/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Tooltip } from 'antd'
import { DownOutlined, UpOutlined } from '../../ui/icons.tsx'
import { api, call } from '../../app/api.ts'
import { History } from '../../records/history.tsx'
import { useKeys } from '../../app/keys.ts'
import { sourceName } from '../../ui/names.ts'
import { Phone } from '../../records/phone.tsx'
import { Related } from '../../records/related.tsx'
import { Remark } from '../../records/remark.tsx'
import { QueryState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'
import { Questionnaire } from './questionnaire.tsx'

const t = i18n(
  {
    title: '线索详情',
    next: '下一条 (J)',
    previous: '上一条 (K)',
    name: '姓名',
    phone: '手机号',
    source: '来源',
    symptom: '症状',
    at: '提交时间',
    changed: '更新时间',
    id: '编号',
    remove: '删除',
    none: '未填写',
  },
  {
    title: 'Lead',
    next: 'Next (J)',
    previous: 'Previous (K)',
    name: 'Name',
    phone: 'Phone',
    source: 'Source',
    symptom: 'Symptom',
    at: 'Submitted',
    changed: 'Updated',
    id: 'Number',
    remove: 'Delete',
    none: 'Not given',
  },
)

export const readLeadPhone = async (id: string) => (await call(api.leads.readPhone, { params: { id } })).phone

/** Puts a changed lead into every list that shows it, without asking again. */
export function replaceLead(queries: ReturnType<typeof useQueryClient>, lead: Lead) {
  queries.setQueryData(['lead', lead.id], lead)
  queries.setQueriesData<{ list: Lead[] }>(
    { queryKey: ['leads'] },
    (page) => page && { ...page, list: page.list.map((one) => (one.id === lead.id ? lead : one)) },
  )
}

function Body({ lead }: { lead: Lead }) {
  const queries = useQueryClient()
  const { id } = lead
  const params = { id }
  return (
    <>
      <dl className="facts">
        <dt>{t().name}</dt>
        <dd>
          <strong>{lead.name}</strong>
        </dd>
        <dt>{t().phone}</dt>
        <dd>
          <Phone id={id} phone={lead.phone} read={() => readLeadPhone(id)} actions />
        </dd>
        <dt>{t().source}</dt>
        <dd>{sourceName(lead.source)}</dd>
        <dt>{t().symptom}</dt>
        <dd className="any-text">{lead.symptom || <span className="quiet">{t().none}</span>}</dd>
        <dt>{t().at}</dt>
        <dd>{lead.createdAt}</dd>
        <dt>{t().changed}</dt>
        <dd>{lead.updatedAt}</dd>
        <dt>{t().id}</dt>
        <dd>{id}</dd>
      </dl>
      <Remark
        key={id}
        id={id}
        remark={lead.remark}
        save={async (remark) => {
          replaceLead(
            queries,
            await call(api.leads.setRemark, { params, query: { masked: 'true' }, body: { remark } }),
          )
          void queries.invalidateQueries({ queryKey: ['history', id] })
        }}
      />
      <Questionnaire value={lead.questionnaire} score={lead.score} />
      <Related id={id} read={() => call(api.people.ofLead, { params })} />
      <History id={id} read={() => call(api.audit.ofLead, { params })} createdAt={lead.createdAt} />
    </>
  )
}

export function LeadDrawer({
  id,
  step,
  close,
  remove,
}: {
  id: string | undefined
  step: (by: 1 | -1) => void
  close: () => void
  remove: (id: string) => void
}) {
  const lead = useQuery({
    queryKey: ['lead', id],
    queryFn: () => call(api.leads.detail, { params: { id: id! }, query: { masked: 'true' } }),
    enabled: id !== undefined,
  })
  useKeys(
    {
      c: () => document.querySelector<HTMLElement>('[data-copy-phone]')?.click(),
      r: () => document.querySelector<HTMLElement>('[data-remark]')?.focus(),
    },
    id !== undefined,
  )
  return (
    <Drawer
      open={id !== undefined}
      title={t().title}
      size={560}
      mask={false}
      onClose={close}
      extra={
        <>
          <Tooltip title={t().previous}>
            <Button type="text" aria-label={t().previous} icon={<UpOutlined />} onClick={() => step(-1)} />
          </Tooltip>
          <Tooltip title={t().next}>
            <Button type="text" aria-label={t().next} icon={<DownOutlined />} onClick={() => step(1)} />
          </Tooltip>
          <Button danger type="text" onClick={() => remove(id!)}>
            {t().remove}
          </Button>
        </>
      }
    >
      {id && <QueryState of={lead}>{(lead) => <Body lead={lead} />}</QueryState>}
    </Drawer>
  )
}
