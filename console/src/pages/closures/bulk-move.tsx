import { useMutation } from '@tanstack/react-query'
import { Alert, DatePicker, Form } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { FormDialog } from '../../ui/form-frames.tsx'
import { refreshRecords } from '../../records/cache.ts'
import { readSlotsAgain } from '../booking/slots.ts'
import { readClosuresAgain } from './closure-words.ts'
import { DoctorSelect } from './doctor-select.tsx'

const t = i18n(
  {
    title: '批量改约',
    hint: '把还没处理的患者改到另一天或另一位医生的相同时段，有空位就改，没有空位的留着逐位处理。',
    date: '改到哪一天',
    dateHint: '原来的日期',
    doctor: '改到哪位医生',
    sameDoctor: '原来的医生',
    fault: '请至少选择另一天或另一位医生',
    move: '开始改约',
    close: '关闭',
    done: (moved: number, left: number) => `已改约 ${moved} 位，还有 ${left} 位没有合适的空位`,
    all: (moved: number) => `已改约 ${moved} 位，全部处理完`,
  },
  {
    title: 'Move all',
    hint: 'Moves those who are not settled to the same times of another day or doctor, as far as there are places.',
    date: 'To which day',
    dateHint: 'The same day',
    doctor: 'To which doctor',
    sameDoctor: 'The same doctor',
    fault: 'Please choose another day or another doctor',
    move: 'Move',
    close: 'Close',
    done: (moved, left) => `${moved} were moved, for ${left} there is no such place`,
    all: (moved) => `${moved} were moved, everyone is settled`,
  },
)

interface Values {
  date?: dayjs.Dayjs | null
  doctorId?: string
}

/** The same times of another day or doctor. */
export function BulkMove({ closureId, close }: { closureId: string; close: () => void }) {
  const [form] = Form.useForm<Values>()
  const [isFaulty, setFaulty] = useState(false)
  const move = useMutation({
    mutationFn: ({ date, doctorId }: Values) =>
      call(api.closures.moveAll, {
        params: { id: closureId },
        body: {
          ...(date && { date: date.format('YYYY-MM-DD') }),
          ...(doctorId !== undefined && { doctorId }),
        },
      }),
    onError: tellFault,
    onSettled() {
      readClosuresAgain()
      readSlotsAgain()
      refreshRecords('appointment')
    },
  })
  const start = (values: Values) => {
    const isNothing = !values.date && values.doctorId === undefined
    setFaulty(isNothing)
    if (!isNothing) move.mutate(values)
  }
  const { data } = move
  return (
    <FormDialog<Values>
      form={form}
      width={480}
      title={t().title}
      save={t().move}
      cancel={t().close}
      isSaving={move.isPending}
      close={close}
      requiredMark={false}
      onFinish={start}
    >
      <p className="quiet">{t().hint}</p>
      <Form.Item name="date" label={t().date}>
        <DatePicker minDate={dayjs().startOf('day')} placeholder={t().dateHint} />
      </Form.Item>
      <Form.Item name="doctorId" label={t().doctor}>
        <DoctorSelect all={t().sameDoctor} />
      </Form.Item>
      {isFaulty && <Alert type="error" showIcon title={t().fault} />}
      {data && !isFaulty && (
        <Alert
          role="status"
          showIcon
          type={data.left > 0 ? 'warning' : 'success'}
          title={data.left > 0 ? t().done(data.moved, data.left) : t().all(data.moved)}
        />
      )}
    </FormDialog>
  )
}
