import type { Slot } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departments, type Department } from '@zhenyue/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { navigate } from '../../app/router.ts'
import { DateRange } from '../../ui/date-range.tsx'
import { closeUnlessTyped } from '../../ui/form-frames.tsx'
import { QueryState } from '../../ui/states.tsx'
import { daysAhead, readSlotsAgain, todayIs } from '../booking/slots.ts'
import { ClosureImpact } from './closure-impact.tsx'
import { readClosuresAgain } from './closure-words.ts'
import { DoctorSelect } from './doctor-select.tsx'
import { readSlots, type Range } from './impact.ts'
import { SlotChoice } from './slot-choice.tsx'

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
    reason: '停诊原因',
    reasonHint: '只有工作人员看得到，例如：医生外出开会',
    reasonFault: '请填写停诊原因',
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
    reason: 'Reason',
    reasonHint: 'Seen by staff only, such as: the doctor is at a conference',
    reasonFault: 'Please enter the reason',
    close: 'Close the slots',
    cancel: 'Not now',
    done: 'The slots are closed',
  },
)

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
  const hasDays = days.from !== '' && days.to !== ''
  const range: Range = { ...days, departmentName, doctorId }
  const slots = useQuery({
    queryKey: ['slots', 'closing', range],
    queryFn: () => readSlots(range),
    enabled: hasDays,
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
      okButtonProps={{ disabled: hasDays && (!slots.data || (isSome && meant.length === 0)) }}
      confirmLoading={save.isPending}
      onOk={() => {
        setFaulty(!hasDays)
        form.submit()
      }}
      onCancel={closeUnlessTyped(form, close)}
      mask={{ closable: false }}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => hasDays && save.mutate(values)}
      >
        {slotIds.length === 0 && (
          <>
            <Form.Item
              label={t().days}
              {...(isFaulty && !hasDays && { validateStatus: 'error' as const, help: t().daysFault })}
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
        {hasDays && (
          <QueryState of={slots} rows={1}>
            {() => <ClosureImpact slots={meant} />}
          </QueryState>
        )}
      </Form>
    </Modal>
  )
}
