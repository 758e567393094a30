import type { Appointment } from '@zhenyue/contract'
import type { Attendance, BookingWay } from '@zhenyue/contract/schedule-rules'
import { useMutation } from '@tanstack/react-query'
import { Button, Space } from 'antd'
import dayjs from 'dayjs'
import { api, call, masked } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { replaceRecord } from '../../records/cache.ts'
import { attendanceLabels } from '../../records/change-labels.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const t = i18n(
  {
    done: (name: string, attendance: string) => `${name}：${attendance}`,
    undone: (name: string) => `${name}：已撤销登记`,
    undo: { arrived: '撤销到诊', 'no-show': '撤销爽约' },
    overdue: '已过就诊时间，请登记到诊或爽约',
    waitlist: '候补',
  },
  {
    done: (name, attendance) => `${name}: ${attendance}`,
    undone: (name) => `${name}: taken back`,
    undo: { arrived: 'Undo arrived', 'no-show': 'Undo no-show' },
    overdue: 'The time has passed: did the patient come?',
    waitlist: 'Waited',
  },
)

type Noted = Exclude<Attendance, ''>

const tones: Record<Noted, Tone> = { arrived: 'good', 'no-show': 'bad' }

export const wayLabels: Record<BookingWay, Label> = {
  waitlist: { zh: '来自候补', en: 'From the waiting list' },
  staff: { zh: '工作人员代约', en: 'Booked by staff' },
}

const today = () => dayjs().format('YYYY-MM-DD')

/** Confirmed for a place, and nobody has said yet whether the patient came. */
const isAwaited = ({ slotId, status, attendance }: Appointment) =>
  slotId !== undefined && status === 'confirmed' && !attendance

const hasBegun = ({ date, timeSlot }: Appointment) =>
  `${date} ${/\d\d:\d\d/.exec(timeSlot)?.[0] ?? '00:00'}` <= dayjs().format('YYYY-MM-DD HH:mm')

/** Whether the patient came is what staff say next. */
export const isDue = (one: Appointment) => isAwaited(one) && one.date <= today()

const isOverdue = (one: Appointment) => isAwaited(one) && one.date < today()
export const overdueText = (one: Appointment) => (isOverdue(one) ? t().overdue : '')

export const Overdue = ({ one }: { one: Appointment }) =>
  isOverdue(one) && (
    <span className="overdue flag" data-tone="warn">
      {t().overdue}
    </span>
  )

/** Whether the patient came, and whether they had waited for the place. */
export const Marks = ({ one: { attendance, via } }: { one: Appointment }) => (
  <>
    {attendance && <Badge tone={tones[attendance]}>{labelOf(attendanceLabels, attendance)}</Badge>}
    {via === 'waitlist' && <Badge>{t().waitlist}</Badge>}
  </>
)

export function AttendanceButtons({ appointment, size }: { appointment: Appointment; size?: 'small' }) {
  const { id, patientName } = appointment
  const set = useMutation({
    mutationFn: (attendance: Attendance) =>
      call(api.appointments.setAttendance, { params: { id }, query: masked, body: { attendance } }),
    onSuccess(now) {
      replaceRecord('appointment', now)
      const { attendance } = now
      tell(
        attendance ? t().done(patientName, labelOf(attendanceLabels, attendance)) : t().undone(patientName),
      )
    },
    onError: tellFault,
  })
  const button = (attendance: Attendance, text: string, isPrimary = false) => (
    <Button
      key={text}
      {...(size && { size })}
      {...(isPrimary && { type: 'primary' as const })}
      disabled={set.isPending}
      onClick={(event) => {
        event.stopPropagation()
        set.mutate(attendance)
      }}
    >
      {text}
    </Button>
  )
  if (!may(api.appointments.setAttendance)) return null
  if (isAwaited(appointment)) {
    return (
      <Space size={6}>
        {button('arrived', labelOf(attendanceLabels, 'arrived'), isDue(appointment))}
        {hasBegun(appointment) && button('no-show', labelOf(attendanceLabels, 'no-show'))}
      </Space>
    )
  }
  const { attendance, status } = appointment
  return attendance && status === 'confirmed' ? button('', t().undo[attendance]) : null
}
