import { useSite } from '../site.ts'
import { words } from '../words.ts'
import { CallLink } from './hospital-card.tsx'
import { Notice } from './notice.tsx'

const said = words(
  {
    text: '如有大量便血、呕血、剧烈腹痛或昏厥，请立即拨打 120，或到最近的急诊。',
  },
  {
    text: 'For heavy bleeding, vomiting blood, severe abdominal pain or fainting, call 120 at once or go to the nearest emergency room.',
  },
)

interface EmergencyProps {
  title?: string
  /** Where the hospital's number stands nearby. */
  short?: boolean
}

/** When not to wait for an appointment, the same words everywhere. */
export function Emergency({ title, short }: EmergencyProps) {
  const { hospital } = useSite()
  return (
    <Notice tone="danger">
      {title && <h2>{title}</h2>}
      <p>{said().text}</p>
      <div class="buttons">
        <CallLink phone="120" class="button-danger" />
        {!short && <CallLink phone={hospital?.phone ?? ''} />}
      </div>
    </Notice>
  )
}
