import { departments } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { inWords } from '../../service-words.ts'
import { Choice } from '../../ui/choice.tsx'
import { Field, showFirstFault } from '../../ui/field.tsx'
import { Failed } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { view } from '../../view.ts'
import { words } from '../../words.ts'
import { isFine, visitFaults, type Booking } from './booking.ts'
import { dayInWords, dayOf, daysFrom, shortDay, shortWeekdayOf } from './dates.ts'

const said = words(
  {
    department: '科室',
    date: '就诊日期',
    today: '今天',
    tomorrow: '明天',
    other: '选择更晚的日期',
    time: '时段',
    doctor: '医生',
    optional: '可不选',
    any: '不指定',
    morning: '上午',
    afternoon: '下午',
    noDoctors: '医生名单暂时没有加载出来,不影响预约。',
    next: '下一步:填写就诊人',
  },
  {
    department: 'Department',
    date: 'Day',
    today: 'Today',
    tomorrow: 'Tomorrow',
    other: 'A later day',
    time: 'Time',
    doctor: 'Doctor',
    optional: 'optional',
    any: 'Any',
    morning: 'Morning',
    afternoon: 'Afternoon',
    noDoctors: 'The list of doctors could not be loaded. You can book without it.',
    next: 'Next: patient details',
  },
)

const departmentNames = words({ 肛肠: '肛肠科', 胃肠: '胃肠科' }, { 肛肠: 'Anorectal', 胃肠: 'Digestive' })
const departmentHints = words(
  { 肛肠: '痔疮、便血、便秘', 胃肠: '胃痛、反酸、腹泻' },
  { 肛肠: 'haemorrhoids, bleeding, constipation', 胃肠: 'stomach ache, reflux, diarrhoea' },
)
/** The large view shows all days at once, and so fewer. */
const stripLength = () => (view().elder ? 8 : 14)

function DateTile({ day, index }: { day: string; index: number }) {
  const near = [said().today, said().tomorrow][index]
  return (
    <>
      <span class="unseen">{dayInWords(day)}</span>
      <small aria-hidden="true">{near ?? shortWeekdayOf(day)}</small>
      <span class="date-day" aria-hidden="true">
        {shortDay(day)}
      </span>
    </>
  )
}

export function VisitStep({ fields, change }: DraftOf<Booking>) {
  const [tried, setTried] = useState(false)
  const days = daysFrom(new Date(), stripLength())
  const faults = tried ? visitFaults(fields) : {}

  function next() {
    setTried(true)
    if (isFine(visitFaults(fields))) navigate('/appointment/details')
    else showFirstFault()
  }

  return (
    <>
      <Choice
        legend={said().department}
        name="departmentName"
        class="choices-wide"
        value={fields.departmentName}
        onValue={(departmentName) => change({ departmentName, doctorId: '', doctorName: '' })}
        fault={faults.departmentName && inWords(faults.departmentName)}
        options={departments.map((value) => ({
          value,
          label: (
            <span>
              <strong>{departmentNames()[value]}</strong>
              <small>{departmentHints()[value]}</small>
            </span>
          ),
        }))}
      />
      <Choice
        legend={said().date}
        name="date"
        class="dates"
        value={fields.date}
        onValue={(date) => change({ date })}
        fault={faults.date && inWords(faults.date)}
        options={days.map((value, index) => ({ value, label: <DateTile day={value} index={index} /> }))}
      />
      <Field
        label={said().other}
        optional={said().optional}
        name="otherDate"
        type="date"
        min={dayOf(new Date())}
        value={days.includes(fields.date) ? '' : fields.date}
        onValue={(date) => change({ date })}
      />
      <Choice
        legend={said().time}
        name="timeSlot"
        optional={said().optional}
        value={fields.timeSlot}
        onValue={(timeSlot) => change({ timeSlot })}
        options={[
          { value: '', label: said().any },
          { value: '上午', label: said().morning },
          { value: '下午', label: said().afternoon },
        ]}
      />
      {fields.departmentName && <Doctors fields={fields} change={change} />}
      <div class="actions">
        <button type="button" class="button button-main" onClick={next}>
          {said().next}
        </button>
      </div>
    </>
  )
}

function Doctors({ fields, change }: Pick<DraftOf<Booking>, 'fields' | 'change'>) {
  const experts = useData(() => ask(api.experts.list, { query: { enabled: 'true' } }), 'experts')
  if (experts.state === 'failed') {
    return (
      <>
        <p class="field soft">{said().noDoctors}</p>
        <Failed error={experts.error} retry={experts.retry} />
      </>
    )
  }
  const here = experts.data?.filter(({ department }) => department.includes(fields.departmentName)) ?? []
  if (here.length === 0 && !fields.doctorId) return null
  const names = new Map(here.map(({ id, name }) => [id, name]))
  if (fields.doctorId && !names.has(fields.doctorId)) names.set(fields.doctorId, fields.doctorName)
  const titles = new Map(here.map(({ id, title }) => [id, title]))
  return (
    <Choice
      legend={said().doctor}
      name="doctorId"
      optional={said().optional}
      value={fields.doctorId}
      onValue={(doctorId) => change({ doctorId, doctorName: names.get(doctorId) ?? '' })}
      options={[
        { value: '', label: said().any },
        ...Array.from(names, ([value, name]) => ({
          value,
          label: (
            <span>
              {name} <small>{titles.get(value)}</small>
            </span>
          ),
        })),
      ]}
    />
  )
}
