import type { Appointment } from '@zhenyue/contract'
import type { Cell } from '../http/table.ts'

const statuses: Record<Appointment['status'], string> = {
  pending: '待确认',
  confirmed: '已确认',
  completed: '已完成',
  cancelled: '已取消',
}

const columns: [title: string, cell: (appointment: Appointment) => Cell][] = [
  ['编号', ({ id }) => id],
  ['患者姓名', ({ patientName }) => patientName],
  ['年龄', ({ patientAge }) => patientAge],
  ['手机号', ({ patientPhone }) => patientPhone],
  ['就诊日期', ({ date }) => date],
  ['时段', ({ timeSlot }) => timeSlot],
  ['科室', ({ departmentName }) => departmentName],
  ['医生', ({ doctorName }) => doctorName],
  ['状态', ({ status }) => statuses[status]],
  ['症状', ({ symptom }) => symptom],
  ['备注', ({ remark }) => remark],
  ['预约时间', ({ createdAt }) => createdAt],
  ['更新时间', ({ updatedAt }) => updatedAt],
]

export const appointmentHeader = columns.map(([title]) => title)
export const appointmentCells = (appointment: Appointment): Cell[] =>
  columns.map(([, cell]) => cell(appointment))
