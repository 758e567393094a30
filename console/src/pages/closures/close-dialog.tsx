import type { Slot } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { navigate } from '../../app/router.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { QueryState } from '../../ui/states.tsx'
import { dayName, daysAhead, doctorName, grouped, readSlotsAgain, todayIs } from '../booking/slots.ts'
import { readClosuresAgain, useExperts } from './closure-words.ts'
import { countPatients, readSlots, type Range } from './impact.ts'

const t = i18n(
  {
    title: '登记停诊',
    days: '停诊日期',
    daysFault: '请选择停诊日期',
    department: '科室',
    allDepartments: '全部科室',
    doctor: '医生',
    allDoctors: '全部医生',
    some: '只停其中几个时段',
    slots: '时段',
    noSlots: '这些天没有号源',
    booked: (count: number) => `已约 ${count}`,
    reason: '停诊原因',
    reasonHint: '只有工作人员看得到，例如：医生外出开会',
    reasonFault: '请填写停诊原因',
    impact: (slots: number, patients: number) => `将停诊 ${slots} 个时段，影响 ${patients} 位患者`,
    nobody: (slots: number) => `将停诊 ${slots} 个时段，没有患者受影响`,
    waiting: (count: number) => `另有 ${count} 位候补的患者将结束候补。`,
    closed: (count: number) => `其中 ${count} 个时段已经停诊，不会重复登记。`,
    next: '提交后立即停止预约，再逐位为患者改约或取消。',
    nextNone: '提交后立即停止预约。',
    close: '登记停诊',
    cancel: '先不停诊',
    done: '停诊已登记',
  },
  {
    title: 'Close slots',
    days: 'Days',
    daysFault: 'Please choose the days',
    department: 'Department',
    allDepartments: 'All departments',
    doctor: 'Doctor',
    allDoctors: 'All doctors',
    some: 'Only some of the times',
    slots: 'Times',
    noSlots: 'There are no slots on these days',
    booked: (count) => `${count} booked`,
    reason: 'Reason',
    reasonHint: 'Seen by staff only, such as: the doctor is at a conference',
    reasonFault: 'Please enter the reason',
    impact: (slots, patients) => `${slots} slots will close, ${patients} patients are affected`,
    nobody: (slots) => `${slots} slots will close, no patient is affected`,
    waiting: (count) => `${count} patients on the waiting list will wait no longer.`,
    closed: (count) => `${count} of them are closed already and are not closed twice.`,
    next: 'They close at once; then each patient is moved or cancelled.',
    nextNone: 'They close at once.',
    close: 'Close the slots',
    cancel: 'Not now',
    done: 'The slots are closed',
  },
)

const sum = (slots: Slot[], of: 'waiting' | 'taken') => slots.reduce((total, slot) => total + slot[of], 0)

/** What would happen, before it does. */
function Impact({ slots }: { slots: Slot[] }) {
  const opened = slots.filter(({ state }) => state === 'open')
  const patients = useQuery({
    queryKey: ['closures', 'impact', opened.map(({ id, taken }) => [id, taken])],
    queryFn: () => countPatients(opened),
  })
  const waiting = sum(opened, 'waiting')
  return (
    <QueryState of={patients} rows={1}>
      {(count) => (
        <Alert
          type={count > 0 ? 'warning' : 'info'}
          showIcon
          role="status"
          title={count > 0 ? t().impact(opened.length, count) : t().nobody(opened.length)}
          description={
            <>
              {waiting > 0 && <div>{t().waiting(waiting)}</div>}
              {slots.length > opened.length && <div>{t().closed(slots.length - opened.length)}</div>}
              <div>{count > 0 ? t().next : t().nextNone}</div>
            </>
          }
        />
      )}
    </QueryState>
  )
}

function SlotChoice({
  slots,
  chosen,
  choose,
}: {
  slots: Slot[]
  chosen: string[]
  choose: (ids: string[]) => void
}) {
  const groups = grouped(slots, ({ date, doctorId }) => `${date} ${doctorId}`)
  if (slots.length === 0) return <p className="quiet">{t().noSlots}</p>
  return (
    <div className="slot-picker" role="group" aria-label={t().slots}>
      {groups.map(([key, list]) => (
        <div key={key}>
          <div className="quiet any-text">{`${dayName(list[0]!.date)} ${doctorName(list[0]!.doctorName)}`}</div>
          <div className="picks">
            {list.map(({ id, start, end, taken }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              >
                {`${start}-${end} `}
                <span className="quiet">{taken > 0 && t().booked(taken)}</span>
              </Checkbox>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** Doctors by their ids: every doctor, the department as a whole, or one. */
export function DoctorSelect({
  id,
  all,
  value,
  onChange,
}: {
  id?: string
  all: string
  value?: string | undefined
  onChange?: (value: string | undefined) => void
}) {
  const experts = useExperts().data ?? []
  return (
    <Select<string>
      {...(id && { id })}
      value={value ?? '*'}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next === '*' ? undefined : next)}
      options={[
        { value: '*', label: all },
        { value: '', label: doctorName('') },
        ...experts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

interface Values {
  departmentName?: Department
  doctorId?: string
  reason: string
}

/** Takes slots back; single ones may be chosen beforehand. */
export function CloseDialog({ slotIds, close }: { slotIds: string[]; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const [days, setDays] = useState(
    slotIds.length > 0 ? { from: todayIs(), to: daysAhead(97) } : { from: '', to: '' },
  )
  const [isSome, setSome] = useState(slotIds.length > 0)
  const [chosen, choose] = useState(slotIds)
  const departmentName = Form.useWatch('departmentName', form)
  const doctorId = Form.useWatch('doctorId', form)
  const range: Range = { ...days, departmentName, doctorId }
  const slots = useQuery({
    queryKey: ['slots', 'closing', range],
    queryFn: () => readSlots(range),
    enabled: days.from !== '' && days.to !== '',
    staleTime: 0,
  })
  /** Chosen beforehand, they are a few of many days. */
  const isOffered = ({ id }: Slot) => slotIds.length === 0 || slotIds.includes(id)
  const offered = slots.data?.filter(isOffered) ?? []
  const meant = isSome ? offered.filter(({ id }) => chosen.includes(id)) : offered
  const [isFaulty, setFaulty] = useState(false)
  const save = useMutation({
    mutationFn: ({ reason, departmentName, doctorId }: Values) =>
      call(api.closures.create, {
        body: isSome
          ? { slotIds: meant.map(({ id }) => id), reason }
          : {
              ...days,
              ...(departmentName && { departmentName }),
              ...(doctorId !== undefined && { doctorId }),
              reason,
            },
      }),
    onSuccess({ id }) {
      tell(t().done)
      readSlotsAgain()
      readClosuresAgain()
      navigate(`/closures/${id}`)
    },
    onError: tellFault,
  })
  return (
    <Modal
      open
      width={640}
      title={t().title}
      okText={t().close}
      cancelText={t().cancel}
      okButtonProps={{ disabled: isSome && meant.length === 0 }}
      confirmLoading={save.isPending}
      onOk={() => {
        setFaulty(days.from === '' || days.to === '')
        form.submit()
      }}
      onCancel={close}
      mask={{ closable: false }}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => days.from && days.to && save.mutate(values)}
      >
        {slotIds.length === 0 && (
          <>
            <Form.Item
              label={t().days}
              {...(isFaulty && days.to === '' && { validateStatus: 'error' as const, help: t().daysFault })}
            >
              <DateRange
                {...days}
                label={t().days}
                future
                onChange={(from, to) => {
                  setDays({ from, to })
                  choose([])
                }}
              />
            </Form.Item>
            <div className="two-fields">
              <Form.Item name="departmentName" label={t().department}>
                <Select
                  allowClear
                  placeholder={t().allDepartments}
                  options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))}
                />
              </Form.Item>
              <Form.Item name="doctorId" label={t().doctor}>
                <DoctorSelect all={t().allDoctors} />
              </Form.Item>
            </div>
            <Form.Item>
              <Checkbox checked={isSome} onChange={({ target }) => setSome(target.checked)}>
                {t().some}
              </Checkbox>
            </Form.Item>
          </>
        )}
        {isSome && slots.data && (
          <Form.Item>
            <SlotChoice slots={offered} {...{ chosen, choose }} />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={t().reason}
          rules={[{ required: true, whitespace: true, message: t().reasonFault }]}
        >
          <Input maxLength={200} placeholder={t().reasonHint} />
        </Form.Item>
        {slots.data && <Impact slots={meant} />}
      </Form>
    </Modal>
  )
}
