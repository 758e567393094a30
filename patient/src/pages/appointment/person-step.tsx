import { plainAge } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { needsGuardian } from '../../consent.ts'
import type { DraftOf } from '../../drafts.ts'
import { navigate } from '../../navigation.ts'
import { inWords } from '../../service-words.ts'
import { useSite } from '../../site.ts'
import { Consent } from '../../ui/consent.tsx'
import { Field, showFirstFault } from '../../ui/field.tsx'
import { words } from '../../words.ts'
import { isFine, personFaults, type Booking } from './booking.ts'

const said = words(
  {
    name: '就诊人姓名',
    nameHint: '请填写身份证上的姓名',
    age: '年龄',
    phone: '手机号',
    phoneHint: '医院会打这个电话与您确认',
    guardian: '监护人姓名',
    guardianHint: '未满 14 周岁，请由父母或其他监护人填写并同意',
    symptom: '哪里不舒服',
    optional: '可不填',
    next: '下一步：核对',
  },
  {
    name: 'Patient’s name',
    nameHint: 'As on the identity card',
    age: 'Age',
    phone: 'Mobile number',
    phoneHint: 'The hospital will call this number to confirm',
    guardian: 'Guardian’s name',
    guardianHint: 'For a child under 14 a parent or another guardian fills in and agrees',
    symptom: 'What is the trouble?',
    optional: 'optional',
    next: 'Next: check',
  },
)

const texts = [
  { name: 'patientName', label: 'name', hint: 'nameHint', autoComplete: 'name' },
  { name: 'patientAge', label: 'age', inputMode: 'numeric' },
  { name: 'patientPhone', label: 'phone', hint: 'phoneHint', autoComplete: 'tel-national', type: 'tel' },
] as const

export function PersonStep({ fields, change }: DraftOf<Booking>) {
  const [tried, setTried] = useState(false)
  const site = useSite()
  const faults = tried ? personFaults(fields, site) : {}
  const faultOf = (name: keyof Booking) => faults[name] && inWords(faults[name])

  function next() {
    setTried(true)
    if (isFine(personFaults(fields, site))) navigate('/appointment/check')
    else showFirstFault()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      {texts.map(({ label, name, ...rest }) => (
        <Field
          {...rest}
          name={name}
          label={said()[label]}
          hint={'hint' in rest ? said()[rest.hint] : undefined}
          value={fields[name]}
          onValue={(value) => change({ [name]: value })}
          fault={faultOf(name)}
        />
      ))}
      <Field
        label={said().symptom}
        optional={said().optional}
        name="symptom"
        rows={4}
        value={fields.symptom}
        onValue={(symptom) => change({ symptom })}
        fault={faultOf('symptom')}
      />
      {needsGuardian(plainAge(fields.patientAge), site) && (
        <Field
          label={said().guardian}
          hint={said().guardianHint}
          name="guardian"
          value={fields.guardian}
          onValue={(guardian) => change({ guardian })}
          fault={faultOf('guardian')}
        />
      )}
      <Consent fields={fields} change={change} fault={faults.consent} />
      <div class="actions">
        <button type="submit" class="button button-main">
          {said().next}
        </button>
      </div>
    </form>
  )
}
