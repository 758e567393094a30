import type { Appointment } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api, call, masked } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { refreshRecords, replaceRecord } from '../../records/cache.ts'
import { MoveDialog } from '../booking/move-dialog.tsx'
import { PatientDialog } from '../booking/patient-dialog.tsx'
import { callForPlace } from '../booking/place.ts'
import { readAppointment } from './transitions.tsx'

const t = i18n({ move: '改约', correct: '更正患者信息' }, { move: 'Move', correct: 'Correct the patient' })

const mayMove = ({ slotId, status, attendance }: Appointment) =>
  may(api.appointments.reschedule) &&
  slotId !== undefined &&
  !attendance &&
  (status === 'pending' || status === 'confirmed')

export function MoveButton({ appointment }: { appointment: Appointment }) {
  const [isOpen, setOpen] = useState(false)
  const { id } = appointment
  const send = async (slotId: string) => {
    await callForPlace(api.appointments.reschedule, { params: { id }, query: masked, body: { slotId } })
    replaceRecord('appointment', (await readAppointment(id)).data)
    refreshRecords('appointment')
  }
  if (!mayMove(appointment)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t().move}</Button>
      {isOpen && <MoveDialog {...{ appointment, send }} close={() => setOpen(false)} />}
    </>
  )
}

/** The whole number is read for it, which the service notes. */
export function CorrectButton({ appointment }: { appointment: Appointment }) {
  const [phone, setPhone] = useState<string>()
  const { id } = appointment
  const begin = useMutation({
    mutationFn: () => call(api.appointments.readPhone, { params: { id } }),
    onSuccess: ({ phone }) => setPhone(phone),
    onError: tellFault,
  })
  if (!may(api.appointments.correctPatient)) return null
  return (
    <>
      <Button type="link" size="small" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t().correct}
      </Button>
      {phone !== undefined && <PatientDialog {...{ appointment, phone }} close={() => setPhone(undefined)} />}
    </>
  )
}
