import type { Appointment } from '@zhenyue/contract'
import { api, call } from '../../app/api.ts'
import type { BulkAction, Removal } from '../../records/kind.ts'
import type { Column } from '../../records/columns.tsx'
import { StatusBadge } from './status-badge.tsx'
import { TransitionButtons, tryTransition } from './transitions.tsx'

export const actions: Column<Appointment> = {
  key: 'actions',
  label: { zh: '操作', en: 'Actions' },
  width: 184,
  isPinned: true,
  show: (one) => <TransitionButtons appointment={one} size="small" />,
}

export const confirmAll: BulkAction<Appointment> = {
  button: (count) => ({ zh: `确认所选 ${count} 条`, en: `Confirm ${count} chosen` }),
  title: { zh: '批量确认', en: 'Confirm all chosen' },
  done: { zh: '已确认', en: 'Confirmed' },
  refused: { zh: '未确认', en: 'Not confirmed' },
  show: (one) => `${one.patientName} ${one.date}`,
  async run(one) {
    const { now, ...outcome } = await tryTransition(one.id, 'confirm')
    return { ...outcome, ...(now && { now: <StatusBadge status={now.status} /> }) }
  },
}

export const remove: Removal<Appointment> = {
  send: (id) => call(api.appointments.remove, { params: { id } }),
  title: ([one]) => ({
    zh: `删除 ${one!.patientName} 的预约？`,
    en: `Delete the appointment of ${one!.patientName}?`,
  }),
  text: {
    zh: '删除后无法恢复。患者不来了，请选“取消预约”。',
    en: 'It cannot be recovered. If the patient just does not come, cancelling is enough.',
  },
  done: () => ({ zh: '预约已删除', en: 'Appointment deleted' }),
}
