import { Button, Segmented } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useFilter } from '../../app/router.ts'
import { useKeys } from '../../app/keys.ts'
import { useLive } from '../../app/live.ts'
import { NewPill, useNewcomers } from '../../records/new-records.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { useSteps } from '../../records/use-steps.ts'
import { i18n } from '../../app/i18n.ts'
import { readAppointment, replaceAppointment } from './act.tsx'
import { AppointmentDrawer } from './appointment-drawer.tsx'
import { AppointmentFilters, cleared, isFiltered, wantedOf } from './appointment-filters.tsx'
import { useAppointmentList } from './appointment-list.tsx'
import { AppointmentTable } from './appointment-table.tsx'
import { Board } from './board.tsx'
import { BulkConfirm } from './bulk-confirm.tsx'
import { Calendar } from './calendar.tsx'
import { DaySheet } from './day-sheet.tsx'
import { ListTools } from './list-tools.tsx'

const t = i18n(
  {
    title: '预约',
    list: '列表',
    board: '看板',
    calendar: '日历',
    sheet: '打印日程',
    view: '视图',
    first: '还没有预约',
    hint: '患者预约后会出现在这里。',
    fresh: (count: number) => `${count} 个新预约`,
    confirm: (count: number) => `确认所选 ${count} 条`,
  },
  {
    title: 'Appointments',
    list: 'List',
    board: 'Board',
    calendar: 'Calendar',
    sheet: 'Day sheet',
    view: 'View',
    first: 'No appointments yet',
    hint: 'They appear here once patients book.',
    fresh: (count) => `${count} new`,
    confirm: (count) => `Confirm ${count} chosen`,
  },
)

type View = 'list' | 'board' | 'calendar' | 'sheet'
const views: View[] = ['list', 'board', 'calendar', 'sheet']

export function Appointments() {
  const [filter, change] = useFilter()
  const [chosen, choose] = useState<string[]>([])
  const [confirming, setConfirming] = useState(false)
  const view = views.find((view) => view === filter['view']) ?? 'list'
  const { asked, list, limit, offset, wanted, order } = useAppointmentList(filter, view === 'list')
  const open = filter['open'] || undefined
  const newcomers = useNewcomers('appointment', (id) => {
    const isShown = queries
      .getQueriesData<{ list: { id: string }[] }>({ queryKey: ['appointments'] })
      .some(([, page]) => page?.list.some((one) => one.id === id))
    if (isShown)
      void readAppointment(id)
        .then(replaceAppointment)
        .catch(() => {})
  })
  useLive('appointment', () => {
    if (view !== 'list')
      for (const key of ['board', 'calendar'])
        void queries.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false })
  })

  const search = (changes: Record<string, string>) => {
    choose([])
    newcomers.forget()
    change({ ...changes, offset: '' })
  }
  const show = (id: string) => change({ open: id }, { replace: !!open })
  const step = useSteps({
    ids: list.map(({ id }) => id),
    open,
    limit,
    offset,
    total: asked.data?.total ?? 0,
    isCurrent: !asked.isPlaceholderData,
    show: (id) => change({ open: id }),
    turn: (offset) => change({ offset: String(offset) }),
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
        <Segmented<View>
          aria-label={t().view}
          value={view}
          onChange={(view) => change({ view: view === 'list' ? '' : view, day: '' }, { replace: false })}
          options={views.map((value) => ({ value, label: t()[value] }))}
        />
        {view === 'list' && chosen.length > 0 && (
          <Button type="primary" onClick={() => setConfirming(true)}>
            {t().confirm(chosen.length)}
          </Button>
        )}
        <span className="push" />
        {view === 'list' && (
          <ListTools wanted={wanted} order={order} setOrder={(order) => search({ order })} />
        )}
      </div>
      {view !== 'sheet' && (
        <AppointmentFilters
          filter={filter}
          change={search}
          withStatus={view !== 'board'}
          withVisit={view !== 'calendar'}
        />
      )}
      {view === 'list' && (
        <NewPill
          count={newcomers.count}
          text={t().fresh(newcomers.count)}
          show={() => {
            newcomers.forget()
            change({ offset: '' })
            scrollTo(0, 0)
            void queries.invalidateQueries({ queryKey: ['appointments'] })
          }}
        />
      )}
      {view === 'list' && (
        <QueryState of={asked} rows={12}>
          {(page) => (
            <AppointmentTable
              page={page}
              loading={asked.isPlaceholderData}
              current={open}
              empty={
                <EmptyState
                  first={t().first}
                  hint={t().hint}
                  clear={isFiltered(filter) && (() => search(cleared))}
                />
              }
              open={show}
              turn={(limit, offset) => {
                choose([])
                change({ limit: limit === 50 ? '' : String(limit), offset: offset ? String(offset) : '' })
              }}
              {...{ limit, offset, chosen, choose }}
            />
          )}
        </QueryState>
      )}
      {view === 'board' && (
        <Board
          wanted={wantedOf(filter, 'status')}
          open={show}
          showAll={(status) => change({ view: '', status }, { replace: false })}
        />
      )}
      {view === 'calendar' && (
        <Calendar
          month={filter['month']}
          day={filter['day']}
          wanted={wantedOf(filter, 'dateFrom', 'dateTo')}
          change={(changes) => change(changes, { replace: false })}
          open={show}
        />
      )}
      {view === 'sheet' && (
        <DaySheet day={filter['day'] || dayjs().format('YYYY-MM-DD')} pick={(day) => change({ day })} />
      )}
      {confirming && (
        <BulkConfirm
          chosen={list.filter(({ id }) => chosen.includes(id))}
          close={() => {
            setConfirming(false)
            choose([])
          }}
        />
      )}
      <AppointmentDrawer id={open} step={step} close={() => change({ open: '' })} />
    </>
  )
}
