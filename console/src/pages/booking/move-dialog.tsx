import type { Appointment, Slot } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { QueryState } from '../../ui/states.tsx'
import { slotName } from '../appointments/visits.ts'
import { NoPlace } from './place.ts'
import { Refused, SlotPicker } from './slot-picker.tsx'
import { dayName, doctorName, nearestFree, readSlotsAgain, useBookingRules, useSlots } from './slots.ts'

const t = i18n(
  {
    title: (name: string) => `为 ${name} 改约`,
    now: '现在的时间',
    nearest: '最近的空位，点一下就改约',
    move: '改约',
    moveTo: (time: string) => `改约到 ${time}`,
    keep: '先不改',
    moved: '已改约',
    off: '这个科室没有开放号源，不能改约。请取消后重新预约。',
  },
  {
    title: (name) => `Move the appointment of ${name}`,
    now: 'Now at',
    nearest: 'The nearest free places: one click moves',
    move: 'Move',
    moveTo: (time) => `Move to ${time}`,
    keep: 'Not now',
    moved: 'Moved',
    off: 'This department has no slots. Please cancel and book again.',
  },
)

function Nearest({ appointment, take }: { appointment: Appointment; take: (slotId: string) => void }) {
  const slots = useSlots(appointment.departmentName)
  const nearest = nearestFree(slots.data ?? [], appointment)
  if (nearest.length === 0) return null
  return (
    <div className="refused">
      {t().nearest}
      <div className="picks">
        {nearest.map((slot) => (
          <Button key={slot.id} onClick={() => take(slot.id)}>
            {`${dayName(slot.date)} ${slot.start}-${slot.end} ${doctorName(slot.doctorName)}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Another time of the department, as far as there are places. */
export function MoveDialog({
  appointment,
  send,
  close,
}: {
  appointment: Appointment
  send: (slotId: string) => Promise<void>
  close: () => void
}) {
  const { patientName, departmentName, date, timeSlot, slotId } = appointment
  const [slot, choose] = useState<Slot>()
  const rules = useBookingRules()
  const move = useMutation({
    mutationFn: send,
    onSuccess() {
      tell(t().moved)
      close()
    },
    onError(error) {
      if (!(error instanceof NoPlace)) return tellFault(error)
      choose(undefined)
    },
    onSettled: readSlotsAgain,
  })
  return (
    <Modal
      open
      width={640}
      title={t().title(patientName)}
      okText={slot ? t().moveTo(`${dayName(slot.date)} ${slot.start}-${slot.end}`) : t().move}
      okButtonProps={{ disabled: !slot }}
      cancelText={t().keep}
      confirmLoading={move.isPending}
      onOk={() => slot && move.mutate(slot.id)}
      onCancel={close}
    >
      <p className="quiet">{`${t().now} ${dayName(date)} ${slotName(timeSlot)}`}</p>
      <Refused error={move.error} take={({ id }) => move.mutate(id)} />
      <QueryState of={rules} rows={3}>
        {({ departments }) =>
          departments[departmentName].mode === 'on' ? (
            <>
              {!move.error && <Nearest appointment={appointment} take={(id) => move.mutate(id)} />}
              <SlotPicker
                {...{ departmentName }}
                value={slot}
                onChange={choose}
                except={slotId}
                near={date}
              />
            </>
          ) : (
            <p>{t().off}</p>
          )
        }
      </QueryState>
    </Modal>
  )
}
