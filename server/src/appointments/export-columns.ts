import { appointmentStatusLabels, departmentLabels, type Appointment } from '@zhenyue/contract'
import type { Column } from '../export/table.ts'

export const appointmentColumns: Column<Appointment>[] = [
  { title: '编号', width: 36, value: ({ id }) => id },
  { title: '预约号', width: 10, value: ({ number }) => number },
  { title: '患者姓名', width: 12, value: ({ patientName }) => patientName },
  { title: '年龄', width: 6, value: ({ patientAge }) => patientAge },
  { title: '手机号', width: 14, value: ({ patientPhone }) => patientPhone },
  { title: '就诊日期', width: 12, value: ({ date }) => date },
  { title: '就诊时间', width: 14, value: ({ timeSlot }) => timeSlot },
  { title: '科室', width: 10, value: ({ departmentName }) => departmentLabels[departmentName].zh },
  { title: '医生', width: 12, value: ({ doctorName }) => doctorName },
  { title: '状态', width: 10, value: ({ status }) => appointmentStatusLabels[status].zh },
  { title: '症状', width: 40, value: ({ symptom }) => symptom },
  { title: '备注', width: 40, value: ({ remark }) => remark },
  { title: '提交时间', width: 20, value: ({ createdAt }) => createdAt },
  { title: '更新时间', width: 20, value: ({ updatedAt }) => updatedAt },
]
