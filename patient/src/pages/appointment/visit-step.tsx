import type { Expert } from '@zhenyue/contract'
import { departmentIn, departments, type Department } from '@zhenyue/contract/rules'
import { useEffect, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { hasSlots, useRules } from '../../booking-rules.ts'
import type { DraftOf } from '../../drafts.ts'
import { hospitalNow } from '../../hospital-time.ts'
import { departmentName as nameOf, timeName } from '../../labels.ts'
import { navigate } from '../../navigation.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { Choice } from '../../ui/choice.tsx'
import { Emergency } from '../../ui/emergency.tsx'
import { showFirstFault } from '../../ui/field.tsx'
import { Failed, Notice } from '../../ui/notice.tsx'
import { useData } from '../../use-data.ts'
import { words } from '../../words.ts'
import { SlotChoice } from '../slots/lazy.ts'
import { fromSlot, isFine, slotFaults, visitFaults, type Booking } from './booking.ts'
import { partsLeft } from './days-to-book.ts'
import { DayChoice } from './day-choice.tsx'

const said = words(
  {
    department: '科室',
    time: '就诊时间',
    doctor: '医生',
    optional: '可不选',
    any: '不指定',
    noDoctors: '医生名单暂时没有加载出来，不影响预约。',
    dropped: (name: string) => `${name}医生不在这个科室的网上预约名单里，请重新选择医生。`,
    next: '下一步：填写就诊人',
  },
  {
    department: 'Department',
    time: 'Time',
    doctor: 'Doctor',
    optional: 'optional',
    any: 'Any',
    noDoctors: 'The list of doctors could not be loaded. You can book without it.',
    dropped: (name: string) =>
      `Dr. ${name} cannot be booked online in this department. Please choose another doctor.`,
    next: 'Next: patient details',
  },
)

const departmentHints = words(
  { 肛肠: '痔疮、便血、便秘', 胃肠: '胃痛、反酸、腹泻' },
  { 肛肠: 'haemorrhoids, bleeding, constipation', 胃肠: 'stomach ache, reflux, diarrhoea' },
)

export function VisitStep({ fields, change }: DraftOf<Booking>) {
  const [tried, setTried] = useState(false)
  const [dropped, setDropped] = useState('')
  const experts = useData(() => ask(api.experts.list, { query: { enabled: 'true' } }), 'experts')
  const now = hospitalNow(useSite())
  const rules = useRules()
  const isWithSlots = rules ? hasSlots(rules, fields.departmentName) : fields.slotId !== ''
  /** Where all have slots, there is nothing to choose before the department. */
  const isAnyWithout = departments.some((department) => !hasSlots(rules, department))
  const findFaults = () => (isWithSlots ? slotFaults(fields) : visitFaults(fields, now))
  const faults = tried ? findFaults() : {}
  const here = experts.data?.filter(({ department }) => departmentIn(department) === fields.departmentName)

  /** A doctor who is not in the chosen department is not carried along, and that is said. */
  useEffect(() => {
    if (!here || !fields.departmentName || !fields.doctorId || fields.slotId) return
    if (here.some(({ id }) => id === fields.doctorId)) return setDropped('')
    setDropped(fields.doctorName)
    change({ doctorId: '', doctorName: '' })
  }, [experts.state, fields.departmentName, fields.doctorId])

  useEffect(() => {
    if (rules && !isWithSlots && fields.slotId) change(fromSlot())
  }, [rules, isWithSlots])

  function next() {
    setTried(true)
    if (isFine(findFaults())) navigate('/appointment/details')
    else showFirstFault()
  }

  return (
    <>
      <Choice
        legend={said().department}
        name="departmentName"
        class="choices-wide"
        value={fields.departmentName}
        onValue={(value) => {
          setDropped('')
          change({ departmentName: value as Department, ...(fields.slotId && fromSlot()) })
        }}
        fault={faults.departmentName && inWords(faults.departmentName)}
        options={departments.map((value) => ({
          value,
          label: (
            <span>
              <strong>{nameOf(value)}</strong>
              <small>{departmentHints()[value]}</small>
            </span>
          ),
        }))}
      />
      {isWithSlots ? (
        <>
          {dropped && <Notice tone="warning">{said().dropped(dropped)}</Notice>}
          <SlotChoice
            // Anew for another department, and once the doctor who was brought along is dropped.
            key={fields.departmentName + dropped}
            departmentName={fields.departmentName as Department}
            rules={rules}
            doctorId={fields.doctorId}
            slotId={fields.slotId}
            waits={fields.waits}
            onSlot={(slot) => change(fromSlot(slot))}
            fault={faults.slotId}
          />
        </>
      ) : (
        isAnyWithout && (
          <>
            <DayChoice
              now={now}
              date={fields.date}
              onDate={(date) => change({ date })}
              fault={faults.date && inWords(faults.date)}
            />
            <Choice
              legend={said().time}
              name="timeSlot"
              optional={said().optional}
              value={fields.timeSlot}
              onValue={(timeSlot) => change({ timeSlot })}
              fault={faults.timeSlot}
              options={[
                { value: '', label: said().any },
                ...partsLeft(fields.date, now).map((value) => ({ value, label: timeName(value) })),
              ]}
            />
            {dropped && <Notice tone="warning">{said().dropped(dropped)}</Notice>}
            {fields.departmentName && experts.state === 'failed' && (
              <>
                <p class="field soft">{said().noDoctors}</p>
                <Failed error={experts.error} retry={experts.retry} />
              </>
            )}
            {fields.departmentName && here && here.length > 0 && (
              <Doctors doctors={here} fields={fields} change={change} />
            )}
          </>
        )
      )}
      <div class="phone-only">
        <Emergency short />
      </div>
      <div class="actions">
        <button type="button" class="button button-main" onClick={next}>
          {said().next}
        </button>
      </div>
    </>
  )
}

interface DoctorsProps extends Pick<DraftOf<Booking>, 'fields' | 'change'> {
  doctors: Expert[]
}

const Doctors = ({ doctors, fields, change }: DoctorsProps) => (
  <Choice
    legend={said().doctor}
    name="doctorId"
    optional={said().optional}
    value={fields.doctorId}
    onValue={(doctorId) =>
      change({ doctorId, doctorName: doctors.find(({ id }) => id === doctorId)?.name ?? '' })
    }
    options={[
      { value: '', label: said().any },
      ...doctors.map(({ id, name, title }) => ({
        value: id,
        label: (
          <span>
            {name} <small>{title}</small>
          </span>
        ),
      })),
    ]}
  />
)
