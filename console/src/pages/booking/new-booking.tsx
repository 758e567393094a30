import type { Appointment, Slot } from '@zhenyue/contract'
import { dayPartLabels, departmentLabels } from '@zhenyue/contract/labels'
import { dayParts, departments, type Department } from '@zhenyue/contract/rules'
import { useMutation } from '@tanstack/react-query'
import { DatePicker, Form, Input, Radio } from 'antd'
import dayjs from 'dayjs'
import { api, masked } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { useIdempotencyKey } from '../../app/idempotency-key.ts'
import { newBooking, type Caller } from '../../app/new-booking.ts'
import { addressOf, navigate, pathOf, readParams } from '../../app/router.ts'
import { refreshRecords } from '../../records/cache.ts'
import { madeHere } from '../../records/new-records.tsx'
import { FormDialog } from '../../ui/form-frames.tsx'
import { QueryState } from '../../ui/states.tsx'
import { PatientFields, patientOf, type TypedPatient } from './patient-fields.tsx'
import { callForPlace, NoPlace } from './place.ts'
import { Refused, SlotPicker } from './slot-picker.tsx'
import { freeIn, readSlotsAgain, useBookingRules } from './slots.ts'

const t = i18n(
  {
    title: '新增预约',
    department: '科室',
    departmentFault: '请选择科室',
    time: '就诊时间',
    timeFault: '请选择就诊时间',
    date: '就诊日期',
    dateFault: '请选择就诊日期',
    part: '时段',
    anyPart: '不限',
    reason: '加号原因',
    reasonHint: '该时段已约满，将加 1 个号。原因会记入审计日志。',
    symptom: '症状（选填）',
    book: '提交预约',
    add: '加号并提交预约',
    done: (number: number) => `已预约，预约号 ${number}`,
  },
  {
    title: 'New appointment',
    department: 'Department',
    departmentFault: 'Please choose a department',
    time: 'Time of the visit',
    timeFault: 'Please choose a time',
    date: 'Day of the visit',
    dateFault: 'Please choose a day',
    part: 'Part of the day',
    anyPart: 'Any',
    reason: 'Reason for the extra place',
    reasonHint: 'This time is full: one place is added. The reason is written to the audit log.',
    symptom: 'Symptom (optional)',
    book: 'Book',
    add: 'Add a place and book',
    done: (number) => `Booked, number ${number}`,
  },
)

interface Values extends TypedPatient {
  departmentName: Department
  slot?: Slot
  date?: dayjs.Dayjs
  timeSlot?: string
  symptom?: string
  reason?: string
}

const isFull = (slot: Slot | undefined) => slot !== undefined && freeIn(slot) === 0

/** Where a department has slots one is taken; otherwise it is a wish for a day. */
const visitOf = ({ departmentName, slot, date, timeSlot, reason }: Values) =>
  slot
    ? { slotId: slot.id, ...(isFull(slot) && { extra: true, reason: reason ?? '' }) }
    : { departmentName, date: date!.format('YYYY-MM-DD'), timeSlot: timeSlot ?? '' }

function showBooked({ id, number }: Appointment, booked: Caller['booked']) {
  madeHere.add(id)
  newBooking.set(undefined)
  tell(t().done(number))
  refreshRecords('appointment')
  readSlotsAgain()
  if (booked) return booked()
  const kept = pathOf() === '/appointments' ? readParams() : {}
  navigate(addressOf('/appointments', { ...kept, open: id }))
}

function Visit({ departmentName, slot }: { departmentName: Department; slot: Slot | undefined }) {
  const rules = useBookingRules()
  return (
    <QueryState of={rules} rows={2}>
      {({ departments: modes }) =>
        modes[departmentName].mode === 'on' ? (
          <>
            <Form.Item name="slot" label={t().time} rules={[{ required: true, message: t().timeFault }]}>
              <SlotPicker departmentName={departmentName} mayAdd />
            </Form.Item>
            {isFull(slot) && (
              <Form.Item name="reason" label={t().reason} extra={t().reasonHint}>
                <Input maxLength={200} />
              </Form.Item>
            )}
          </>
        ) : (
          <div className="visit-fields">
            <Form.Item name="date" label={t().date} rules={[{ required: true, message: t().dateFault }]}>
              <DatePicker minDate={dayjs().startOf('day')} />
            </Form.Item>
            <Form.Item name="timeSlot" label={t().part} initialValue="">
              <Radio.Group
                optionType="button"
                options={[
                  ...dayParts.map((value) => ({ value, label: labelOf(dayPartLabels, value) })),
                  { value: '', label: t().anyPart },
                ]}
              />
            </Form.Item>
          </div>
        )
      }
    </QueryState>
  )
}

function Dialog({ caller }: { caller: Caller }) {
  const [form] = Form.useForm<Values>()
  const departmentName = Form.useWatch('departmentName', form)
  const slot = Form.useWatch('slot', form)
  const keyOf = useIdempotencyKey()
  const book = useMutation({
    mutationFn({ values, slotId }: { values: Values; slotId?: string }) {
      const body = {
        ...patientOf(values),
        symptom: values.symptom ?? '',
        ...(slotId ? { slotId } : visitOf(values)),
        ...(caller.leadId && { leadId: caller.leadId }),
      }
      return callForPlace(api.appointments.book, { query: masked, body, headers: keyOf(body) })
    },
    onSuccess: (made) => showBooked(made, caller.booked),
    onError(error) {
      if (!(error instanceof NoPlace)) return tellFault(error)
      form.resetFields(['slot'])
      readSlotsAgain()
    },
  })
  return (
    <FormDialog<Values>
      form={form}
      width={640}
      title={t().title}
      save={isFull(slot) ? t().add : t().book}
      isSaving={book.isPending}
      close={() => newBooking.set(undefined)}
      requiredMark={false}
      initialValues={{ patientName: caller.name, patientPhone: caller.phone, symptom: caller.symptom }}
      onFinish={(values) => book.mutate({ values })}
    >
      <PatientFields autoFocus={!caller.name} />
      <Form.Item
        name="departmentName"
        label={t().department}
        rules={[{ required: true, message: t().departmentFault }]}
      >
        <Radio.Group
          optionType="button"
          options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))}
          onChange={() => form.resetFields(['slot'])}
        />
      </Form.Item>
      {departmentName && <Visit departmentName={departmentName} slot={slot} />}
      <Refused
        error={book.error}
        take={(slot) =>
          void form
            .validateFields(['patientName', 'patientAge', 'patientPhone'])
            .then(() => book.mutate({ values: form.getFieldsValue(true), slotId: slot.id }))
            .catch(() => {})
        }
      />
      <Form.Item name="symptom" label={t().symptom}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormDialog>
  )
}

/** Books for someone who calls, from wherever staff are. */
export function NewBooking() {
  const caller = newBooking.use()
  return caller && <Dialog caller={caller} />
}
