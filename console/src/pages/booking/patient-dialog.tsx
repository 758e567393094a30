import type { Appointment } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Form } from 'antd'
import { api, call, masked, queries } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { replaceRecord } from '../../records/cache.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { PatientFields, patientOf, type TypedPatient } from './patient-fields.tsx'

const t = i18n(
  { title: '更正患者信息', saved: '已更正' },
  { title: 'Correct the patient', saved: 'Corrected' },
)

/** Who an appointment is for, where it was written down wrong. */
export function PatientDialog({
  appointment: { id, patientName, patientAge },
  phone,
  close,
}: {
  appointment: Appointment
  /** The whole number. */
  phone: string
  close: () => void
}) {
  const [form] = Form.useForm<TypedPatient>()
  const save = useMutation({
    mutationFn: (typed: TypedPatient) =>
      call(api.appointments.correctPatient, { params: { id }, query: masked, body: patientOf(typed) }),
    onSuccess(now) {
      replaceRecord('appointment', now)
      void queries.invalidateQueries({ queryKey: ['appointment', 'related', id] })
      tell(t().saved)
      close()
    },
    onError: tellFault,
  })
  return (
    <FormDialog<TypedPatient>
      form={form}
      title={t().title}
      isSaving={save.isPending}
      close={close}
      requiredMark={false}
      initialValues={{ patientName, patientAge: String(patientAge), patientPhone: phone }}
      onFinish={save.mutate}
    >
      <PatientFields />
    </FormDialog>
  )
}
