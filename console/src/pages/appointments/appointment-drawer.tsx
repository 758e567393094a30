import type { Appointment } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Space, Tooltip } from 'antd'
import { DownOutlined, UpOutlined } from '../../ui/icons.tsx'
import { api, call } from '../../app/api.ts'
import { useKeys } from '../../app/keys.ts'
import { Phone } from '../../records/phone.tsx'
import { Related } from '../../records/related.tsx'
import { Remark } from '../../records/remark.tsx'
import { QueryState } from '../../ui/states.tsx'
import { History } from '../../records/history.tsx'
import { i18n } from '../../app/i18n.ts'
import { makeMove, readAppointment, removeAppointment, replaceAppointment } from './act.tsx'
import { keyOf, moveName, movesFrom } from './moves.ts'
import { StatusTag } from './status-tag.tsx'

const t = i18n(
  {
    title: '预约详情',
    next: '下一条 (J)',
    previous: '上一条 (K)',
    name: '患者',
    age: '岁',
    phone: '手机号',
    visit: '就诊',
    doctor: '医生',
    any: '不指定',
    symptom: '症状',
    none: '未填写',
    at: '预约时间',
    changed: '更新时间',
    id: '编号',
    remove: '删除',
    status: '状态',
  },
  {
    title: 'Appointment',
    next: 'Next (J)',
    previous: 'Previous (K)',
    name: 'Patient',
    age: 'years',
    phone: 'Phone',
    visit: 'Visit',
    doctor: 'Doctor',
    any: 'Any',
    symptom: 'Symptom',
    none: 'Not given',
    at: 'Booked',
    changed: 'Updated',
    id: 'Number',
    remove: 'Delete',
    status: 'Status',
  },
)

export const readAppointmentPhone = async (id: string) =>
  (await call(api.appointments.readPhone, { params: { id } })).phone

export const MoveButtons = ({
  appointment,
  keys = false,
  size,
}: {
  appointment: Appointment
  keys?: boolean
  size?: 'small'
}) => (
  <Space size={6} wrap>
    {movesFrom(appointment.status).map((move) => (
      <Button
        key={move}
        {...(size && { size })}
        {...(move === 'cancel' ? { danger: true } : { type: 'primary' as const })}
        onClick={(event) => {
          event.stopPropagation()
          makeMove(appointment, move)
        }}
      >
        {moveName(move)}
        {keys && <kbd className="on-primary">{keyOf(move).toUpperCase()}</kbd>}
      </Button>
    ))}
  </Space>
)

function Body({ one }: { one: Appointment }) {
  const params = { id: one.id }
  return (
    <>
      <div className="drawer-actions">
        <StatusTag status={one.status} />
        <MoveButtons appointment={one} keys />
      </div>
      <dl className="facts">
        <dt>{t().name}</dt>
        <dd>
          <strong>{one.patientName}</strong> <span className="quiet">{`${one.patientAge} ${t().age}`}</span>
        </dd>
        <dt>{t().phone}</dt>
        <dd>
          <Phone id={one.id} phone={one.patientPhone} read={() => readAppointmentPhone(one.id)} actions />
        </dd>
        <dt>{t().visit}</dt>
        <dd>{`${one.date} ${one.timeSlot} · ${one.departmentName}`}</dd>
        <dt>{t().doctor}</dt>
        <dd>{one.doctorName || <span className="quiet">{t().any}</span>}</dd>
        <dt>{t().symptom}</dt>
        <dd className="any-text">{one.symptom || <span className="quiet">{t().none}</span>}</dd>
        <dt>{t().at}</dt>
        <dd>{one.createdAt}</dd>
        <dt>{t().changed}</dt>
        <dd>{one.updatedAt}</dd>
        <dt>{t().id}</dt>
        <dd>{one.id}</dd>
      </dl>
      <Remark
        key={one.id}
        id={one.id}
        remark={one.remark}
        save={async (remark) =>
          replaceAppointment(
            await call(api.appointments.setRemark, { params, query: { masked: 'true' }, body: { remark } }),
          )
        }
      />
      <Related id={one.id} read={() => call(api.people.ofAppointment, { params })} />
      <History id={one.id} read={() => call(api.audit.ofAppointment, { params })} createdAt={one.createdAt} />
    </>
  )
}

export function AppointmentDrawer({
  id,
  step,
  close,
}: {
  id: string | undefined
  step: (by: 1 | -1) => void
  close: () => void
}) {
  const asked = useQuery({
    queryKey: ['appointment', id],
    queryFn: () => readAppointment(id!),
    enabled: id !== undefined,
  })
  const one = asked.data
  useKeys(
    {
      c: () => document.querySelector<HTMLElement>('[data-copy-phone]')?.click(),
      r: () => document.querySelector<HTMLElement>('[data-remark]')?.focus(),
      ...Object.fromEntries(
        (one ? movesFrom(one.status) : []).map((move) => [keyOf(move), () => makeMove(one!, move)]),
      ),
    },
    id !== undefined,
  )
  return (
    <Drawer
      open={id !== undefined}
      title={t().title}
      size={560}
      mask={false}
      onClose={close}
      extra={
        <>
          <Tooltip title={t().previous}>
            <Button type="text" aria-label={t().previous} icon={<UpOutlined />} onClick={() => step(-1)} />
          </Tooltip>
          <Tooltip title={t().next}>
            <Button type="text" aria-label={t().next} icon={<DownOutlined />} onClick={() => step(1)} />
          </Tooltip>
          {one && (
            <Button danger type="text" onClick={() => removeAppointment(one, close)}>
              {t().remove}
            </Button>
          )}
        </>
      }
    >
      {id && <QueryState of={asked}>{(one) => <Body one={one} />}</QueryState>}
    </Drawer>
  )
}
