import type { KnownAppointment } from '@zhenyue/contract'
import { words } from '../../words.ts'
import { dayInWords } from './dates.ts'

const said = words(
  {
    department: '科室',
    date: '日期',
    time: '时段',
    doctor: '医生',
    name: '就诊人',
    age: '年龄',
    years: (age: number) => `${age} 岁`,
    phone: '手机号',
    symptom: '症状',
    any: '不指定',
  },
  {
    department: 'Department',
    date: 'Day',
    time: 'Time',
    doctor: 'Doctor',
    name: 'Patient',
    age: 'Age',
    years: (age: number) => String(age),
    phone: 'Mobile',
    symptom: 'Symptoms',
    any: 'any',
  },
)

export type Visit = Pick<KnownAppointment, 'patientName' | 'patientAge' | 'patientPhone' | 'date'> & {
  departmentName: string
} & Partial<Pick<KnownAppointment, 'doctorName' | 'timeSlot' | 'symptom'>>

/** A booking, line by line, as label and value. */
export const linesOf = (visit: Visit): [string, string][] => [
  [said().department, visit.departmentName],
  [said().date, dayInWords(visit.date)],
  [said().time, visit.timeSlot || said().any],
  [said().doctor, visit.doctorName || said().any],
  [said().name, visit.patientName],
  [said().age, said().years(visit.patientAge)],
  [said().phone, visit.patientPhone],
  ...(visit.symptom ? [[said().symptom, visit.symptom] as [string, string]] : []),
]

export const Facts = ({ visit }: { visit: Visit }) => (
  <dl class="facts">
    {linesOf(visit).map(([label, value]) => (
      <>
        <dt>{label}</dt>
        <dd class="keep-lines">{value}</dd>
      </>
    ))}
  </dl>
)
