import type { Calendar, Sent } from '@zhenyue/contract'
import { departmentLabels } from '@zhenyue/contract/labels'
import { departmentIn, departments } from '@zhenyue/contract/rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { useExperts } from '../../ui/use-experts.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { showOnce } from '../../ui/show-once.tsx'
import { readAgain, removeAfterAsking } from './receiver.tsx'
import { Section } from './section.tsx'

const t = i18n(
  {
    title: '日历订阅',
    hint: '在手机或电脑的日历里看到今后 60 天什么时间有几位患者，不含患者信息。',
    add: '新增日历订阅',
    empty: '还没有日历订阅',
    emptyHint: '为科室或医生生成一个订阅地址，添加到日历应用里。',
    department: '科室',
    doctor: '医生',
    whole: '全科',
    createdAt: '创建时间',
    actions: '操作',
    revoke: '停用地址',
    revoked: '地址已停用',
    revokeTitle: '停用这个订阅地址？',
    revokeText: '用它订阅的日历不再更新，停用后不能恢复。需要时可以再新增一个。',
    make: '生成地址',
    address: '订阅地址（只显示这一次）',
    addressText: '请在日历应用里选“订阅日历”并粘贴。知道地址的人都能看到就诊时间和人数，请只发给需要的人。',
  },
  {
    title: 'Calendar feeds',
    hint: 'How many patients come at what time in the next 60 days, and nothing about them.',
    add: 'New calendar feed',
    empty: 'No calendar feeds yet',
    emptyHint: 'Make an address for a department or a doctor and subscribe to it in a calendar.',
    department: 'Department',
    doctor: 'Doctor',
    whole: 'All doctors',
    createdAt: 'Made',
    actions: 'Actions',
    revoke: 'Revoke',
    revoked: 'Revoked',
    revokeTitle: 'Revoke this address?',
    revokeText: 'Calendars that use it are no longer updated. It cannot be undone; make another if needed.',
    make: 'Make the address',
    address: 'Address (shown this once)',
    addressText:
      'Subscribe to it in a calendar. Whoever has it can see when how many patients come: give it only to those who need it.',
  },
)

type Body = Sent<typeof api.calendars.create>['body']

function CalendarEditor({ close }: { close: () => void }) {
  const [form] = Form.useForm<Body>()
  const department = Form.useWatch('departmentName', form) ?? departments[0]
  const experts = useExperts()
  const doctors = (experts.data ?? []).filter((one) => departmentIn(one.department) === department)
  const make = useMutation({
    mutationFn: (body: Body) => call(api.calendars.create, { body }),
    onSuccess({ path }) {
      close()
      readAgain('calendars')
      showOnce({ title: t().address, value: location.origin + path, text: t().addressText })
    },
    onError: tellFault,
  })
  return (
    <FormDialog<Body>
      form={form}
      title={t().add}
      save={t().make}
      isSaving={make.isPending}
      close={close}
      width={440}
      initialValues={{ departmentName: departments[0], doctorId: '' }}
      onValuesChange={(changed) => changed.departmentName && form.setFieldsValue({ doctorId: '' })}
      onFinish={make.mutate}
    >
      <Form.Item name="departmentName" label={t().department}>
        <Select options={departments.map((value) => ({ value, label: labelOf(departmentLabels, value) }))} />
      </Form.Item>
      <Form.Item name="doctorId" label={t().doctor}>
        <Select
          options={[
            { value: '', label: t().whole },
            ...doctors.map(({ id, name, title }) => ({ value: id, label: `${name} ${title}`.trim() })),
          ]}
        />
      </Form.Item>
    </FormDialog>
  )
}

const revoke = ({ id }: Calendar) =>
  removeAfterAsking({
    title: t().revokeTitle,
    text: t().revokeText,
    okText: t().revoke,
    done: t().revoked,
    send: () => call(api.calendars.remove, { params: { id } }),
    key: 'calendars',
  })

export function Calendars() {
  const calendars = useQuery({
    queryKey: ['calendars'],
    queryFn: () => call(api.calendars.list),
    staleTime: 0,
  })
  const [isMaking, setMaking] = useState(false)
  return (
    <Section<Calendar>
      words={t()}
      of={calendars}
      add={() => setMaking(true)}
      columns={[
        { title: t().department, show: (one) => labelOf(departmentLabels, one.departmentName) },
        {
          title: t().doctor,
          show: (one) => one.doctorName || <span className="quiet">{t().whole}</span>,
        },
        { title: t().createdAt, show: (one) => <span className="number">{one.createdAt}</span> },
        {
          title: t().actions,
          show: (one) => (
            <Button size="small" danger onClick={() => revoke(one)}>
              {t().revoke}
            </Button>
          ),
        },
      ]}
    >
      {isMaking && <CalendarEditor close={() => setMaking(false)} />}
    </Section>
  )
}
