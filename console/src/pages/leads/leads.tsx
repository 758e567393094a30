import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Lead } from '@zhenyue/contract'
import { api, call, open as openStream } from '../../app/api.ts'
import { useFilter } from '../../app/router.ts'
import { ColumnChoice } from '../../records/column-choice.tsx'
import { ExportButton } from '../../records/export-button.tsx'
import { useKeys } from '../../app/keys.ts'
import { NewPill, useNewcomers } from '../../records/new-records.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { useSteps } from '../../records/use-steps.ts'
import { i18n } from '../../app/i18n.ts'
import { LeadDrawer, replaceLead } from './lead-drawer.tsx'
import { cleared, filterKeys, isFiltered, LeadFilters } from './lead-filters.tsx'
import { hiddenLeadColumns, leadColumnNames, LeadTable } from './lead-table.tsx'
import { removeLeads } from './remove-leads.tsx'

const t = i18n(
  {
    title: '线索',
    first: '还没有线索',
    hint: '患者在自测问卷或首页留下联系方式后,会出现在这里。',
    fresh: (count: number) => `${count} 条新线索`,
    remove: (count: number) => `删除所选 ${count} 条`,
  },
  {
    title: 'Leads',
    first: 'No leads yet',
    hint: 'They appear here once patients leave their number in the self-test or on the home page.',
    fresh: (count) => `${count} new`,
    remove: (count) => `Delete ${count} chosen`,
  },
)

const numberOr = (text: string | undefined, other: number) =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : other

export function Leads() {
  const [filter, change] = useFilter()
  const queries = useQueryClient()
  const [chosen, choose] = useState<string[]>([])
  const limit = Math.min(numberOr(filter['limit'], 50) || 50, 200)
  const offset = numberOr(filter['offset'], 0)
  const open = filter['open'] || undefined
  const wanted = Object.fromEntries(filterKeys.flatMap((key) => (filter[key] ? [[key, filter[key]]] : [])))
  const leads = useQuery({
    queryKey: ['leads', wanted, limit, offset],
    queryFn: ({ signal }) =>
      call(api.leads.list, {
        query: { ...wanted, limit: String(limit), offset: String(offset), masked: 'true' } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const list: Lead[] = leads.data?.list ?? []
  const newcomers = useNewcomers('lead', (id) => {
    if (!list.some((lead) => lead.id === id)) return
    void call(api.leads.detail, { params: { id }, query: { masked: 'true' } })
      .then((lead) => replaceLead(queries, lead))
      .catch(() => {})
  })

  const step = useSteps({
    ids: list.map(({ id }) => id),
    open,
    limit,
    offset,
    total: leads.data?.total ?? 0,
    isCurrent: !leads.isPlaceholderData,
    show: (id) => change({ open: id }),
    turn: (offset) => change({ offset: String(offset) }),
  })
  const search = (changes: Record<string, string>) => {
    choose([])
    newcomers.forget()
    change({ ...changes, offset: '' })
  }
  const remove = (ids: string[]) =>
    removeLeads(ids, (gone) => {
      choose((before) => before.filter((id) => !gone.includes(id)))
      if (open && gone.includes(open)) change({ open: '' })
    })
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    '/': () => document.querySelector<HTMLElement>('[data-first-filter]')?.focus(),
    Escape: () => open && change({ open: '' }),
  })

  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        {chosen.length > 0 && (
          <Button danger onClick={() => remove(chosen)}>
            {t().remove(chosen.length)}
          </Button>
        )}
        <span className="push" />
        <ExportButton
          name="leads"
          read={(format) => openStream(api.leads.export, { query: { ...wanted, format } as never })}
        />
        <ColumnChoice names={leadColumnNames()} hidden={hiddenLeadColumns} />
      </div>
      <LeadFilters filter={filter} change={search} />
      <NewPill
        count={newcomers.count}
        text={t().fresh(newcomers.count)}
        show={() => {
          newcomers.forget()
          change({ offset: '' })
          scrollTo(0, 0)
          void queries.invalidateQueries({ queryKey: ['leads'] })
        }}
      />
      <QueryState of={leads} rows={12}>
        {(page) => (
          <LeadTable
            page={page}
            limit={limit}
            offset={offset}
            loading={leads.isPlaceholderData}
            current={open}
            chosen={chosen}
            empty={
              <EmptyState
                first={t().first}
                hint={t().hint}
                clear={isFiltered(filter) && (() => search(cleared))}
              />
            }
            open={(id) => change({ open: id }, { replace: !!open })}
            choose={choose}
            turn={(limit, offset) => {
              choose([])
              change({ limit: limit === 50 ? '' : String(limit), offset: offset ? String(offset) : '' })
            }}
          />
        )}
      </QueryState>
      <LeadDrawer id={open} step={step} close={() => change({ open: '' })} remove={(id) => remove([id])} />
    </>
  )
}
