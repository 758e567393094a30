import { appointmentFaults, departments, phonePattern, plainPhone } from '@zhenyue/contract/rules'
import { useState } from 'preact/hooks'
import { hasSlots, useRules } from '../../booking-rules.ts'
import type { ScreenProps } from '../../screens.ts'
import { inWords } from '../../service-words.ts'
import { forget, keep, kept } from '../../storage.ts'
import { Field, showFirstFault } from '../../ui/field.tsx'
import { words } from '../../words.ts'
import { WaitingList } from '../slots/lazy.ts'
import { Detail } from './detail.tsx'
import { List } from './list.tsx'

const said = words(
  {
    phone: '预约时填写的手机号',
    hint: '只用来查询您的预约，关闭页面后不再保存。',
    search: '查询我的预约',
    of: '手机号',
    other: '换一个手机号',
  },
  {
    phone: 'The mobile number you booked with',
    hint: 'Used to find your bookings and not kept once the page is closed.',
    search: 'Find my appointments',
    of: 'Mobile',
    other: 'Another number',
  },
)

interface Known {
  phone: string
}

export function MyAppointmentsPage({ part, state }: ScreenProps) {
  const [phone, setPhone] = useState(() => kept<Known>('sessionStorage', 'phone')?.phone ?? '')
  const rules = useRules()
  const isAnyWithSlots = departments.some((department) => hasSlots(rules, department))
  const id = (state as { id?: string } | undefined)?.id
  if (part && id) return <Detail id={id} />
  if (!phone) {
    return (
      <PhoneForm
        onPhone={(phone) => {
          keep('sessionStorage', 'phone', { phone })
          setPhone(phone)
        }}
      />
    )
  }
  return (
    <>
      <div class="heading">
        <p>
          {said().of} <span class="phone">{phone}</span>
        </p>
        <button
          type="button"
          class="button button-quiet"
          onClick={() => {
            forget('sessionStorage', 'phone')
            setPhone('')
          }}
        >
          {said().other}
        </button>
      </div>
      {isAnyWithSlots && <WaitingList phone={phone} />}
      <List phone={phone} />
    </>
  )
}

function PhoneForm({ onPhone }: { onPhone: (phone: string) => void }) {
  const [value, setValue] = useState(
    () => kept<{ patientPhone: string }>('sessionStorage', 'booked')?.patientPhone ?? '',
  )
  const [tried, setTried] = useState(false)
  const phone = plainPhone(value)
  const isWrong = !phonePattern.test(phone)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isWrong) showFirstFault()
        else onPhone(phone)
      }}
    >
      <Field
        label={said().phone}
        hint={said().hint}
        name="phone"
        type="tel"
        autoComplete="tel-national"
        value={value}
        onValue={setValue}
        fault={tried && isWrong ? inWords(appointmentFaults.patientPhone) : undefined}
      />
      <div class="actions">
        <button type="submit" class="button button-main">
          {said().search}
        </button>
      </div>
    </form>
  )
}
