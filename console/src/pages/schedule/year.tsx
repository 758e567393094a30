import type { CalendarDay } from '@zhenyue/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { api, call, queries } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf, language } from '../../app/i18n.ts'
import type { Params, SetParams } from '../../app/router.ts'
import { dayTitle } from '../../records/day-grid.tsx'
import { FormDialog } from '../../ui/form-frames.tsx'
import { LeftOutlined, RightOutlined } from '../../ui/icons.tsx'
import { QueryState } from '../../ui/states.tsx'
import { weekdayLabels, weekdays, type Weekday } from '../../ui/weekdays.ts'
import { addCounts, tellCounts } from './templates.ts'

const t = i18n(
  {
    previous: '上一年',
    next: '下一年',
    year: (year: number) => `${year}年`,
    hint: '点一天可以设为休息或调休上班；键盘用方向键选日期，回车设置。',
    off: '休',
    works: '班',
    offText: '休息',
    worksLabel: '调休上班',
    worksText: (weekday: string) => `调休，按${weekday}出诊`,
    ordinary: '普通日',
    kind: '这一天',
    offHint: '不出诊，没人约的号源会移除；已有预约的号源会保留，但不再接受新预约。',
    as: '按星期几出诊',
    note: '说明',
    noteHint: '例如：国庆节',
    days: '连续天数',
  },
  {
    previous: 'Previous year',
    next: 'Next year',
    year: (year) => String(year),
    hint: 'Click a day to make it a holiday or a working day; by keyboard, the arrow keys and enter.',
    off: 'off',
    works: 'on',
    offText: 'Day off',
    worksLabel: 'Working day',
    worksText: (weekday) => `Works as ${weekday}`,
    ordinary: 'Ordinary day',
    kind: 'This day is',
    offHint:
      'Nobody sees patients. Slots that nobody booked go; those with bookings stay, closed to new ones.',
    as: 'Works as',
    note: 'Note',
    noteHint: 'Such as a holiday',
    days: 'Days in a row',
  },
)

const format = 'YYYY-MM-DD'
const weekdayName = (weekday: number) => labelOf(weekdayLabels, String(weekday) as Weekday)
const inWords = ({ kind, weekday, note }: CalendarDay) =>
  [kind === 'off' ? t().offText : t().worksText(weekdayName(weekday)), note].filter(Boolean).join('，')

interface Fields {
  kind: 'ordinary' | 'off' | 'works-as'
  weekday: number
  note: string
  days: number
}

function DayDialog({ date, now, close }: { date: string; now: CalendarDay | undefined; close: () => void }) {
  const [form] = Form.useForm<Fields>()
  const kind = Form.useWatch('kind', form) ?? 'off'
  const save = useMutation({
    async mutationFn({ kind, weekday, note = '', days }: Fields) {
      const sum = { made: 0, removed: 0, kept: 0 }
      for (let ahead = 0; ahead < days; ahead++) {
        const params = { date: dayjs(date).add(ahead, 'day').format(format) }
        const { slots } =
          kind === 'ordinary'
            ? await call(api.calendarDays.remove, { params })
            : await call(api.calendarDays.set, {
                params,
                body: { kind, note, ...(kind === 'works-as' && { weekday }) },
              })
        addCounts(sum, slots)
      }
      return sum
    },
    onSuccess(slots) {
      tellCounts(slots)
      close()
    },
    onError: tellFault,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['calendar-days'] }),
  })
  return (
    <FormDialog<Fields>
      form={form}
      title={dayTitle(date)}
      isSaving={save.isPending}
      close={close}
      width={440}
      initialValues={{
        kind: now?.kind ?? 'off',
        weekday: now?.weekday || 1,
        note: now?.note ?? '',
        days: 1,
      }}
      onFinish={save.mutate}
    >
      <Form.Item name="kind" label={t().kind} extra={kind === 'off' && t().offHint}>
        <Radio.Group
          options={[
            { value: 'off', label: t().offText },
            { value: 'works-as', label: t().worksLabel },
            { value: 'ordinary', label: t().ordinary },
          ]}
        />
      </Form.Item>
      {kind === 'works-as' && (
        <Form.Item name="weekday" label={t().as}>
          <Select
            options={weekdays.map((value) => ({
              value: Number(value),
              label: labelOf(weekdayLabels, value),
            }))}
          />
        </Form.Item>
      )}
      {kind !== 'ordinary' && (
        <Form.Item name="note" label={t().note}>
          <Input maxLength={100} placeholder={t().noteHint} />
        </Form.Item>
      )}
      <Form.Item name="days" label={t().days} rules={[{ required: true, message: t().days }]}>
        <InputNumber min={1} max={31} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}

/** How far each key goes. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function Months({ year, days }: { year: number; days: CalendarDay[] }) {
  const today = dayjs().format(format)
  const [focused, focus] = useState(today.startsWith(String(year)) ? today : `${year}-01-01`)
  const [picked, pick] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const isMoved = useRef(false)
  const byDate = new Map(days.map((day) => [day.date, day]))
  useEffect(() => {
    if (isMoved.current) box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [focused])
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = dayjs(focused).add(step, 'day')
    if (next.year() !== year) return
    isMoved.current = true
    focus(next.format(format))
  }
  const dayButton = (date: string, isFirst: boolean) => {
    const day = byDate.get(date)
    return (
      <button
        key={date}
        title={day?.note}
        type="button"
        tabIndex={date === focused ? 0 : -1}
        className={`year-day${date === today ? ' is-today' : ''}`}
        {...(day && { 'data-tone': day.kind === 'off' ? 'bad' : 'info' })}
        style={isFirst ? { gridColumnStart: ((dayjs(date).day() + 6) % 7) + 1 } : {}}
        onFocus={() => focus(date)}
        onClick={() => pick(date)}
      >
        <span aria-hidden>{Number(date.slice(8))}</span>
        {day && <small aria-hidden>{day.kind === 'off' ? t().off : t().works}</small>}
        <span className="unseen">{`${dayTitle(date)}${day ? ` ${inWords(day)}` : ''}`}</span>
      </button>
    )
  }
  return (
    <div className="year" ref={box} onKeyDown={move}>
      {Array.from({ length: 12 }, (_, month) => {
        const first = dayjs(`${year}-${String(month + 1).padStart(2, '0')}-01`)
        return (
          <section key={month} className="card">
            <h3>{first.format(language.get() === 'zh' ? 'M月' : 'MMMM')}</h3>
            <div className="year-month">
              {weekdays.map((weekday) => (
                <span key={weekday} className="quiet" aria-hidden>
                  {labelOf(weekdayLabels, weekday).replace('周', '').slice(0, 2)}
                </span>
              ))}
              {Array.from({ length: first.daysInMonth() }, (_, index) =>
                dayButton(first.add(index, 'day').format(format), index === 0),
              )}
            </div>
          </section>
        )
      })}
      {picked && <DayDialog date={picked} now={byDate.get(picked)} close={() => pick(undefined)} />}
    </div>
  )
}

/** Public holidays, and working days that count as another weekday. */
export function Year({ params, set }: { params: Params; set: SetParams }) {
  const year = /^20\d\d$/.test(params['year'] ?? '') ? Number(params['year']) : dayjs().year()
  const days = useQuery({
    queryKey: ['calendar-days', year],
    queryFn: () => call(api.calendarDays.list, { query: { from: `${year}-01-01`, to: `${year}-12-31` } }),
  })
  const turn = (to: number) => set({ year: String(to) }, { replace: false })
  return (
    <>
      <div className="calendar-head">
        <Button aria-label={t().previous} icon={<LeftOutlined />} onClick={() => turn(year - 1)} />
        <h2>{t().year(year)}</h2>
        <Button aria-label={t().next} icon={<RightOutlined />} onClick={() => turn(year + 1)} />
        <span className="quiet">{t().hint}</span>
      </div>
      <QueryState of={days} rows={12}>
        {(days) => <Months key={year} year={year} days={days} />}
      </QueryState>
    </>
  )
}
