import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { appointmentStatuses } from '@zhenyue/contract/rules'
import { Button, Segmented } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { CalendarHead } from '../../records/calendar-head.tsx'
import {
  addDays,
  addMonths,
  calendarOf,
  dayTitle,
  mondayOf,
  monthTitle,
  today,
  weekTitle,
} from '../../records/calendar.ts'
import { DayGrid } from '../../records/day-grid.tsx'
import type { ViewProps } from '../../records/kind.ts'
import { Badge } from '../../ui/badge.tsx'
import { PrinterOutlined } from '../../ui/icons.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { ShownStatus, statusTones } from './status-badge.tsx'
import { TransitionButtons } from './transitions.tsx'
import { useDays, waitingIn, type Days } from './use-days.ts'
import { VisitsOfMonth } from './visits-of-month.tsx'
import { DayByDoctor, WeekByDoctor } from './visits-by-doctor.tsx'
import { bySlot, slotName, type AppointmentFilter, type AppointmentQuery } from './visits.ts'

const t = i18n(
  {
    span: '显示范围',
    spans: { month: '月', week: '周', day: '日' },
    by: '排列方式',
    byTime: '按时间',
    byDoctor: '按医生',
    print: '打印日程',
    none: '这一天没有预约',
    hint: '换一天看看',
    noneInWeek: '这一周没有预约',
    weekHint: '换一周看看',
    noSlot: '未选时段',
    visits: (n: number) => `${n} 个预约`,
    waiting: (n: number) => `候补 ${n}`,
  },
  {
    span: 'Shown',
    spans: { month: 'Month', week: 'Week', day: 'Day' },
    by: 'Arranged',
    byTime: 'By time',
    byDoctor: 'By doctor',
    print: 'Print day sheet',
    none: 'No visits on this day',
    hint: 'Try another day',
    noneInWeek: 'No visits in this week',
    weekHint: 'Try another week',
    noSlot: 'No time chosen',
    visits: (n) => `${n} visits`,
    waiting: (n) => `${n} waiting`,
  },
)

const Visit = ({ one }: { one: Appointment }) => (
  <>
    <span className="quiet one-line">
      {`${labelOf(departmentLabels, one.departmentName)} ${one.doctorName}`}
    </span>
    <ShownStatus one={one} />
    <TransitionButtons appointment={one} size="small" />
  </>
)

const DayByTime = ({ visits, slots, open }: Days & { open: (id: string) => void }) => (
  <DayGrid
    open={open}
    groups={bySlot(visits).map(([time, list]) => {
      const waiting = waitingIn(slots.filter(({ timeSlot }) => timeSlot === time))
      return {
        title: [slotName(time) || t().noSlot, t().visits(list.length), waiting > 0 && t().waiting(waiting)]
          .filter(Boolean)
          .join(' · '),
        rows: list.map((one) => ({ id: one.id, name: one.patientName, content: <Visit one={one} /> })),
      }
    })}
  />
)

interface ShownDays {
  filter: AppointmentFilter
  open: (id: string) => void
}

function Day({ day, isByDoctor, filter, open }: ShownDays & { day: string; isByDoctor: boolean }) {
  const { visits, slots } = useDays(day, day, filter)
  const waiting = waitingIn(slots)
  return (
    <QueryState of={visits}>
      {({ list }) => (
        <>
          {waiting > 0 && (
            <p className="waiting-sum">
              <Badge tone="info">{t().waiting(waiting)}</Badge>
            </p>
          )}
          {list.length === 0 && (slots.length === 0 || !isByDoctor) ? (
            <EmptyState title={t().none} hint={t().hint} />
          ) : isByDoctor ? (
            <DayByDoctor visits={list} slots={slots} open={open} />
          ) : (
            <DayByTime visits={list} slots={slots} open={open} />
          )}
        </>
      )}
    </QueryState>
  )
}

function Week({ monday, filter, open, pick }: ShownDays & { monday: string; pick: (day: string) => void }) {
  const { visits, slots } = useDays(monday, addDays(monday, 6), filter)
  return (
    <QueryState of={visits}>
      {({ list }) =>
        list.length === 0 && slots.length === 0 ? (
          <EmptyState title={t().noneInWeek} hint={t().weekHint} />
        ) : (
          <WeekByDoctor monday={monday} visits={list} slots={slots} open={open} pick={pick} />
        )
      }
    </QueryState>
  )
}

/** Visits by day: a month with their numbers, a week by doctors, or a day with each of them. */
export function AppointmentCalendar({ filter, params, set, open }: ViewProps<AppointmentQuery>) {
  const { day, dayOrToday, month, turn, pick } = calendarOf(params, set)
  const span = params['span'] === 'week' ? 'week' : day ? 'day' : 'month'
  const isByDoctor = params['by'] === 'doctor'
  const choice = (
    <Segmented
      aria-label={t().span}
      value={span}
      onChange={(next) =>
        set(
          { span: next === 'week' ? next : '', day: next === 'month' ? '' : dayOrToday },
          { replace: false },
        )
      }
      options={(['month', 'week', 'day'] as const).map((value) => ({ value, label: t().spans[value] }))}
    />
  )
  const pickFromWeek = (day: string) => set({ day, span: '', by: 'doctor' }, { replace: false })
  return (
    <div className="card calendar">
      {span === 'week' ? (
        <>
          <CalendarHead
            unit="week"
            title={<h2>{weekTitle(mondayOf(dayOrToday))}</h2>}
            turn={(by) => pick(addDays(dayOrToday, 7 * by))}
            turnToNow={() => pick(today())}
          >
            {choice}
          </CalendarHead>
          <Week monday={mondayOf(dayOrToday)} filter={filter} open={open} pick={pickFromWeek} />
        </>
      ) : span === 'day' ? (
        <>
          <CalendarHead
            unit="day"
            title={<h2>{dayTitle(dayOrToday)}</h2>}
            turn={(by) => pick(addDays(dayOrToday, by))}
            turnToNow={() => pick(today())}
          >
            {choice}
            <Segmented
              aria-label={t().by}
              value={isByDoctor ? 'doctor' : ''}
              onChange={(by) => set({ by })}
              options={[
                { value: '', label: t().byTime },
                { value: 'doctor', label: t().byDoctor },
              ]}
            />
            <Button icon={<PrinterOutlined />} onClick={() => set({ view: 'sheet' }, { replace: false })}>
              {t().print}
            </Button>
          </CalendarHead>
          <Day day={dayOrToday} isByDoctor={isByDoctor} filter={filter} open={open} />
        </>
      ) : (
        <>
          <CalendarHead
            unit="month"
            title={<h2>{monthTitle(month)}</h2>}
            turn={(by) => turn(addMonths(month, by))}
            turnToNow={() => turn(today().slice(0, 7))}
          >
            {choice}
            <span className="legend quiet">
              {appointmentStatuses.map((status) => (
                <span key={status} data-tone={statusTones[status]}>
                  {labelOf(appointmentStatusLabels, status)}
                </span>
              ))}
            </span>
          </CalendarHead>
          <VisitsOfMonth month={month} filter={filter} pick={pick} />
        </>
      )}
    </div>
  )
}
