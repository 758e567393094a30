import { departmentLabels } from '@zhenyue/contract/labels'
import { departments } from '@zhenyue/contract/rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { linkTo, useParams } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { CalendarHead } from '../../records/calendar-head.tsx'
import { addDays, calendarOf, mondayOf, today } from '../../records/calendar.ts'
import { PlusOutlined, PrinterOutlined } from '../../ui/icons.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { useExperts } from '../../ui/use-experts.ts'
import { allWhose } from '../schedule/whose.ts'
import { mayChangeSlots } from './may-change.ts'
import { NewSlot } from './new-slot.tsx'
import { SlotDrawer } from './slot-drawer.tsx'
import { slotGroups } from './slot-groups.ts'
import { SlotSheet } from './slot-sheet.tsx'
import { SlotsOfDay } from './slots-of-day.tsx'
import { SlotsOfWeek } from './slots-of-week.tsx'

const t = i18n(
  {
    title: '号源',
    hint: '每个时段放了多少号、约了多少、谁在候补。',
    view: '视图',
    day: '一天',
    week: '一周',
    date: '日期',
    department: '科室',
    all: '全部科室',
    add: '新增号源',
    print: '打印',
    none: '没有号源',
    noneHint: '排好班会自动生成，也可以手工新增。',
    schedule: '去排班',
  },
  {
    title: 'Slots',
    hint: 'How many places each time has, how many are taken, who waits.',
    view: 'View',
    day: 'Day',
    week: 'Week',
    date: 'Day',
    department: 'Department',
    all: 'All departments',
    add: 'New slot',
    print: 'Print',
    none: 'No slots',
    noneHint: 'They are made from the schedule, or by hand.',
    schedule: 'Go to the schedule',
  },
)

const format = 'YYYY-MM-DD'

/** Every slot of a day or a week, with how full it is. */
export function Slots() {
  const [params, set] = useParams()
  const { dayOrToday: day } = calendarOf(params, set)
  const [isMaking, make] = useState(false)
  const experts = useExperts()
  const isWeek = params['view'] === 'week'
  const department = departments.find((name) => name === params['departmentName'])
  const from = isWeek ? mondayOf(day) : day
  const to = isWeek ? addDays(from, 6) : day
  const page = useQuery({
    queryKey: ['slots', 'list', from, to, department],
    queryFn: () =>
      call(api.slots.list, { query: { from, to, ...(department && { departmentName: department }) } }),
    placeholderData: keepPreviousData,
  })
  useLive(
    'appointment',
    () => void queries.invalidateQueries({ queryKey: ['slots'] }, { cancelRefetch: false }),
  )
  const opened = page.data?.find(({ id }) => id === params['slot'])
  const turnTo = (day: string) => set({ day, slot: '' }, { replace: false })
  const pick = (day: string) => set({ day, view: '', slot: '' }, { replace: false })

  if (params['view'] === 'sheet') {
    return (
      <QueryState of={page} rows={12}>
        {(slots) => <SlotSheet day={day} groups={slotGroups(slots)} back={() => set({ view: '' })} />}
      </QueryState>
    )
  }
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <Segmented
          aria-label={t().view}
          value={isWeek ? 'week' : ''}
          onChange={(view) => set({ view, slot: '' }, { replace: false })}
          options={[
            { value: '', label: t().day },
            { value: 'week', label: t().week },
          ]}
        />
        <span className="quiet">{t().hint}</span>
        <span className="push" />
        {!isWeek && (
          <Button icon={<PrinterOutlined />} onClick={() => set({ view: 'sheet' }, { replace: false })}>
            {t().print}
          </Button>
        )}
        {may(api.slots.create) && (
          <Button type="primary" icon={<PlusOutlined />} disabled={!experts.data} onClick={() => make(true)}>
            {t().add}
          </Button>
        )}
      </div>
      <CalendarHead
        unit={isWeek ? 'week' : 'day'}
        title={
          <DatePicker
            aria-label={t().date}
            allowClear={false}
            format={isWeek ? (value) => `${mondayOf(value.format(format))} ～ ${to}` : 'YYYY-MM-DD dddd'}
            value={dayjs(day)}
            onChange={(value) => value && turnTo(value.format(format))}
          />
        }
        turn={(by) => turnTo(addDays(day, by * (isWeek ? 7 : 1)))}
        turnToNow={() => turnTo('')}
      >
        <Select
          aria-label={t().department}
          className="department-choice"
          value={department ?? ''}
          onChange={(departmentName) => set({ departmentName, slot: '' })}
          options={[
            { value: '', label: t().all },
            ...departments.map((value) => ({ value, label: labelOf(departmentLabels, value) })),
          ]}
        />
      </CalendarHead>
      <QueryState of={page} rows={12}>
        {(slots) =>
          slots.length === 0 ? (
            <div className="card">
              <EmptyState title={t().none} hint={t().noneHint}>
                {may(api.templates.create) && <Button {...linkTo('/schedule')}>{t().schedule}</Button>}
              </EmptyState>
            </div>
          ) : isWeek ? (
            <SlotsOfWeek monday={from} slots={slots} pick={pick} />
          ) : (
            <SlotsOfDay slots={slots} open={(slot) => set({ slot })} />
          )
        }
      </QueryState>
      {opened && <SlotDrawer slot={opened} close={() => set({ slot: '' })} />}
      {isMaking && experts.data && (
        <NewSlot
          day={mayChangeSlots(day) && day > today() ? day : today()}
          all={allWhose(experts.data, page.data ?? [])}
          close={() => make(false)}
        />
      )}
    </>
  )
}
