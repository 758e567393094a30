import type { Appointment } from '@zhenyue/contract'
import { appointmentStatusLabels, departmentLabels } from '@zhenyue/contract/labels'
import { api, call, masked, open } from '../../app/api.ts'
import { i18n, labelOf } from '../../app/i18n.ts'
import { newBooking } from '../../app/new-booking.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { attendanceLabels } from '../../records/change-labels.ts'
import { createdAt, phone, remark, textColumn, textFact, updatedAt } from '../../records/columns.tsx'
import { Consents } from '../../records/consents.tsx'
import { byLink, days, oneOf, order, phoneNumber, someOf, text } from '../../records/filters.tsx'
import type { RecordKind, View } from '../../records/kind.ts'
import { recordPage } from '../../records/page.tsx'
import { weekdayLabels } from '../../ui/weekdays.ts'
import { actions, confirmAll, remove } from './actions.tsx'
import { AppointmentCalendar } from './appointment-calendar.tsx'
import { Overdue, overdueText, wayLabels } from './attendance.tsx'
import { Board } from './board.tsx'
import { DaySheet } from './day-sheet.tsx'
import { doctorFilter } from './doctor-filter.tsx'
import { CorrectButton, MoveButton } from './desk-buttons.tsx'
import { SentMessages } from './sent-messages.tsx'
import { ShownStatus } from './status-badge.tsx'
import { readAppointment, TransitionButtons, transitionKeys } from './transitions.tsx'
import { slotName, type AppointmentQuery } from './visits.ts'
import { WaitedSince } from './waited-since.tsx'

const t = i18n(
  { age: '岁', moves: (count: number) => `已改约 ${count} 次`, notNoted: '未登记', lead: '查看线索' },
  { age: 'y', moves: (count) => `Moved ${count} times`, notNoted: 'Not noted', lead: 'See the lead' },
)

const patient = { zh: '患者', en: 'Patient' }
const department = { zh: '科室', en: 'Department' }
const doctor = { zh: '医生', en: 'Doctor' }
const status = { zh: '状态', en: 'Status' }
const number = { zh: '预约号', en: 'Booking number' }
const phoneOf = (one: Appointment) => one.patientPhone
const departmentOf = (one: Appointment) => labelOf(departmentLabels, one.departmentName)
const ageOf = (one: Appointment) => `${one.patientAge} ${t().age}`

const calendar: View<AppointmentQuery> = {
  key: 'calendar',
  label: { zh: '日历', en: 'Calendar' },
  without: ['dateFrom', 'dateTo'],
  page: AppointmentCalendar,
}

const appointments = (): RecordKind<Appointment, AppointmentQuery> => ({
  key: 'appointment',
  title: { zh: '预约', en: 'Appointments' },
  empty: {
    title: { zh: '还没有预约', en: 'No appointments yet' },
    hint: { zh: '患者预约后会出现在这里。', en: 'They appear here once patients book.' },
  },
  list: (query, signal) => call(api.appointments.staffList, { query: { ...query, ...masked }, signal }),
  live: {
    kind: 'appointment',
    announce: (count) => ({ zh: `${count} 个新预约`, en: `${count} new` }),
  },
  filters: [
    text('keyword', { zh: '患者姓名', en: 'Patient' }, 130),
    ...(may(api.appointments.readPhone) ? [phoneNumber()] : []),
    text('number', number, 100),
    someOf('status', appointmentStatusLabels, {
      label: status,
      all: { zh: '全部状态', en: 'All statuses' },
      width: 120,
    }),
    oneOf('departmentName', departmentLabels, {
      label: department,
      all: { zh: '全部科室', en: 'All depts' },
      width: 112,
    }),
    doctorFilter,
    days('dateFrom', 'dateTo', { zh: '就诊日期', en: 'Visit' }, { future: true }),
    days('startDate', 'endDate', { zh: '提交日期', en: 'Booked' }),
    byLink('weekday', weekdayLabels),
    byLink('attendance', attendanceLabels),
  ],
  order: order(
    'order',
    {
      newest: { zh: '最新提交在前', en: 'Newest first' },
      visit: { zh: '最早就诊在前', en: 'Earliest visit first' },
    },
    { zh: '排序', en: 'Order' },
  ),
  name: { label: patient, width: 150, of: (one) => one.patientName, note: ageOf },
  columns: [
    phone(phoneOf, api.appointments.readPhone),
    {
      key: 'visit',
      label: { zh: '就诊时间', en: 'Visit' },
      width: 152,
      order: { name: 'visit', is: 'ascend' },
      show: (one) => (
        <span className="number">
          {`${one.date} `}
          <span className="slot">{slotName(one.timeSlot)}</span>
          <Overdue one={one} />
        </span>
      ),
    },
    { key: 'department', label: { zh: '科室', en: 'Dept.' }, width: 86, show: departmentOf },
    { ...textColumn('doctorName', doctor, 80), key: 'doctor' },
    { key: 'status', label: status, width: 88, show: (one) => <ShownStatus one={one} /> },
    remark,
    { ...createdAt, isHidden: true, order: { name: '', is: 'descend' } },
    ...(may('appointments.work') ? [actions] : []),
  ],
  card: {
    status: (one) => <ShownStatus one={one} />,
    lines: (one) => [
      `${one.date} ${slotName(one.timeSlot)}`,
      [departmentOf(one), one.doctorName].filter(Boolean).join(' · '),
      overdueText(one),
    ],
    action: (one) => <TransitionButtons appointment={one} onlyNext />,
  },
  ...(may(api.appointments.export) && {
    export: ({ order: _, ...filter }, format) =>
      open(api.appointments.export, { query: { ...filter, format } }),
  }),
  ...(may(api.appointments.book) && {
    add: { label: { zh: '新增预约', en: 'New appointment' }, run: () => newBooking.set({}) },
  }),
  ...(may(api.appointments.confirm) && { bulk: [confirmAll] }),
  ...(may(api.appointments.remove) && { remove }),
  detail: {
    title: { zh: '预约详情', en: 'Appointment' },
    read: readAppointment,
    head: (one) => (
      <>
        <ShownStatus one={one} />
        <TransitionButtons appointment={one} withKeys />
        <MoveButton key={one.id} appointment={one} />
        <Overdue one={one} />
      </>
    ),
    keys: transitionKeys,
    facts: [
      {
        key: 'name',
        label: patient,
        show: (one) => (
          <>
            <strong>{one.patientName}</strong> <span className="quiet">{ageOf(one)}</span>{' '}
            <CorrectButton key={one.id} appointment={one} />
          </>
        ),
      },
      phone(phoneOf, api.appointments.readPhone, { inDrawer: true }),
      {
        key: 'visit',
        label: { zh: '就诊时间', en: 'Visit' },
        show: (one) => `${one.date} ${slotName(one.timeSlot)} · ${departmentOf(one)}`,
      },
      textFact('doctorName', doctor, { zh: '不指定', en: 'Any' }),
      textFact('symptom', { zh: '症状', en: 'Symptom' }),
      {
        key: 'attendance',
        label: { zh: '到诊登记', en: 'Attendance' },
        isShown: ({ attendance, status }) => !!attendance || (attendance === '' && status === 'confirmed'),
        show: ({ attendance }) =>
          attendance ? labelOf(attendanceLabels, attendance) : <span className="quiet">{t().notNoted}</span>,
      },
      {
        key: 'moves',
        label: { zh: '改约', en: 'Moves' },
        isShown: ({ moves = 0 }) => moves > 0,
        show: ({ moves }) => t().moves(moves!),
      },
      {
        key: 'via',
        label: { zh: '预约方式', en: 'Booked' },
        isShown: ({ via }) => via !== undefined,
        show: ({ id, via, slotId, leadId }) => (
          <>
            {labelOf(wayLabels, via!)}{' '}
            {via === 'waitlist' && slotId && <WaitedSince appointmentId={id} slotId={slotId} />}
            {leadId && may('leads.read') && (
              <a {...linkTo(addressOf('/leads', { open: leadId }))}>{t().lead}</a>
            )}
          </>
        ),
      },
      createdAt,
      updatedAt,
      {
        key: 'number',
        label: number,
        show: (one) => <span className="number">{one.number}</span>,
      },
    ],
    remark: {
      of: (one) => one.remark,
      ...(may(api.appointments.setRemark) && {
        save: (id: string, remark: string, etag: string) =>
          call(api.appointments.setRemark, {
            params: { id },
            query: masked,
            body: { remark },
            headers: { 'if-match': etag },
          }),
      }),
    },
    section: (one) => (
      <>
        {may(api.messages.list) && <SentMessages appointmentId={one.id} />}
        <Consents id={one.id} read={api.appointments.readPhone} consents={api.people.consentsOfAppointment} />
      </>
    ),
    ...(may(api.people.ofAppointment) && {
      related: (id: string) => call(api.people.ofAppointment, { params: { id } }),
    }),
    ...(may(api.audit.ofAppointment) && {
      history: {
        read: (id: string) => call(api.audit.ofAppointment, { params: { id } }),
        createdAt: (one: Appointment) => one.createdAt,
      },
    }),
  },
  views: [
    { key: 'board', label: { zh: '看板', en: 'Board' }, without: ['status'], page: Board },
    ...(may(api.appointments.calendar) ? [calendar] : []),
    { key: 'sheet', label: { zh: '打印日程', en: 'Day sheet' }, without: 'all', page: DaySheet },
  ],
})

export const Appointments = recordPage(appointments)
