import type { KnownAppointment, WaitlistEntry } from '@zhenyue/contract'
import { useEffect } from 'preact/hooks'
import { useDraft } from '../../drafts.ts'
import { hospitalNow, type Moment } from '../../hospital-time.ts'
import { navigate } from '../../navigation.ts'
import type { ScreenProps } from '../../screens.ts'
import { useSite, type Site } from '../../site.ts'
import { kept } from '../../storage.ts'
import { words } from '../../words.ts'
import { WaitDone } from '../slots/lazy.ts'
import { emptyBooking, fromSlot, isFine, personFaults, visitFaults, type Booking } from './booking.ts'
import { CheckStep } from './check-step.tsx'
import { DoneStep } from './done-step.tsx'
import { PersonStep } from './person-step.tsx'
import { VisitStep } from './visit-step.tsx'

const said = words(
  { step: (number: number) => `第 ${number} 步，共 3 步` },
  { step: (number: number) => `Step ${number} of 3` },
)

const steps = ['', 'details', 'check']

/** The furthest step that what is filled in allows. A sending whose outcome is not known holds the person there. */
function stepFor(wanted: string, fields: Booking, open: boolean, now: Moment, site: Site): string {
  if (open) return 'check'
  if (wanted !== '' && !isFine(visitFaults(fields, now))) return ''
  if (wanted === 'check' && !isFine(personFaults(fields, site))) return 'details'
  return steps.includes(wanted) ? wanted : ''
}

export function AppointmentPage({ part, state }: ScreenProps) {
  const site = useSite()
  const now = hospitalNow(site)
  const draft = useDraft('appointment', emptyBooking)
  const booked =
    part === 'done'
      ? kept<KnownAppointment | (WaitlistEntry & { patientPhone: string })>('sessionStorage', 'booked')
      : undefined
  const step = stepFor(part, draft.fields, draft.attempt?.open === true, now, site)
  const given = state as Partial<Booking> | undefined

  useEffect(() => {
    if (!given?.departmentName || draft.attempt?.open) return
    draft.change({ ...(draft.fields.slotId && fromSlot()), ...given })
    // Once: after a reload what the person has chosen since counts.
    navigate('/appointment', { replace: true })
  }, [])
  useEffect(() => {
    if (!booked && step !== part) navigate(step ? `/appointment/${step}` : '/appointment', { replace: true })
  }, [step, part, booked])

  if (booked) return 'position' in booked ? <WaitDone entry={booked} /> : <DoneStep booked={booked} />
  const number = steps.indexOf(step) + 1
  return (
    <>
      <p class="steps">{said().step(number)}</p>
      <progress value={number} max={3} aria-hidden="true" />
      {step === '' && <VisitStep {...draft} />}
      {step === 'details' && <PersonStep {...draft} />}
      {step === 'check' && <CheckStep draft={draft} />}
    </>
  )
}
