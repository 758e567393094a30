import type { KnownAppointment } from '@zhenyue/contract'
import { departmentName, timeName } from '../../labels.ts'
import { words } from '../../words.ts'
import { dayInWords } from './dates.ts'

const said = words(
  {
    number: '预约号',
    department: '科室',
    date: '就诊日期',
    time: '就诊时间',
    doctor: '医生',
    name: '就诊人',
    guardian: '监护人',
    age: '年龄',
    years: (age: number) => `${age} 岁`,
    phone: '手机号',
    symptom: '症状',
    any: '不指定',
    general: '普通号',
  },
  {
    number: 'Booking number',
    department: 'Department',
    date: 'Day',
    time: 'Time',
    doctor: 'Doctor',
    name: 'Patient',
    guardian: 'Guardian',
    age: 'Age',
    years: (age: number) => String(age),
    phone: 'Mobile',
    symptom: 'Symptoms',
    any: 'Any',
    general: 'General clinic',
  },
)

export type Visit = Pick<
  KnownAppointment,
  'patientName' | 'patientAge' | 'patientPhone' | 'date' | 'departmentName'
> &
  Partial<Pick<KnownAppointment, 'doctorName' | 'timeSlot' | 'symptom' | 'slotId'>> & {
    /** Short enough to be read over the phone; a booking that is not sent has none. */
    number?: number
    /** Of a child, before it is sent. */
    guardian?: string
  }

/** A booking, line by line, as label and value. */
export const linesOf = (visit: Visit): [string, string][] => [
  ...(visit.number === undefined ? [] : [[said().number, String(visit.number)] as [string, string]]),
  [said().department, departmentName(visit.departmentName)],
  [said().date, dayInWords(visit.date)],
  [said().time, timeName(visit.timeSlot ?? '') || said().any],
  [said().doctor, visit.doctorName || (visit.slotId ? said().general : said().any)],
  [said().name, visit.patientName],
  [said().age, said().years(visit.patientAge)],
  ...(visit.guardian ? [[said().guardian, visit.guardian] as [string, string]] : []),
  [said().phone, visit.patientPhone],
  ...(visit.symptom ? [[said().symptom, visit.symptom] as [string, string]] : []),
]

export const Facts = ({ visit }: { visit: Visit }) => (
  <dl class="facts">
    {linesOf(visit).map(([label, value]) => (
      <div>
        <dt>{label}</dt>
        <dd class={/^\d+$/.test(value) ? 'phone' : 'keep-lines'}>{value}</dd>
      </div>
    ))}
  </dl>
)
