import type { KnownAppointment } from '@zhenyue/contract'
import { useState } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { useSite } from '../../site.ts'
import { Address, CallLink } from '../../ui/hospital-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { view } from '../../view.ts'
import { words } from '../../words.ts'
import { linesOf } from './facts.tsx'

const said = words(
  {
    place: '就诊地点',
    bring: '请带好身份证、医保卡，以及以往的病历和检查报告。',
    calendar: '添加到日历',
    copy: '复制预约信息',
    copied: '已复制，可以粘贴发给家人',
    notCopied: '没能复制，请长按上面的文字手动复制。',
  },
  {
    place: 'Where to go',
    bring: 'Please bring your identity card, insurance card, and earlier records and test results.',
    calendar: 'Add to calendar',
    copy: 'Copy the booking',
    copied: 'Copied',
    notCopied: 'It could not be copied. Please select the text above by hand.',
  },
)

/** What a person needs to come to a visit, and to have it at hand. */
export function KeptVisit({ visit }: { visit: KnownAppointment }) {
  const { hospital } = useSite()
  const [copied, setCopied] = useState<boolean>()
  const colon = view().language === 'en' ? ': ' : '：'
  const text = [
    hospital?.name,
    ...linesOf(visit).map(([label, value]) => label + colon + value),
    hospital?.address,
    hospital?.phone,
    said().bring,
  ]
    .filter(Boolean)
    .join('\n')
  return (
    <section class="card">
      <h2>{said().place}</h2>
      {hospital && <p>{hospital.name}</p>}
      {hospital?.address && <Address address={hospital.address} />}
      <p class="soft">{said().bring}</p>
      <div class="buttons">
        <a
          class="button button-quiet"
          download={`zhenyue-${visit.date}.ics`}
          href={`/api/v1/appointments/${visit.id}/calendar.ics`}
        >
          {said().calendar}
        </a>
        <button type="button" class="button button-quiet" onClick={() => void copyText(text).then(setCopied)}>
          {said().copy}
        </button>
        <CallLink phone={hospital?.phone ?? ''} />
      </div>
      <div aria-live="polite">
        {copied !== undefined && (
          <Notice tone={copied ? 'good' : 'warning'}>{copied ? said().copied : said().notCopied}</Notice>
        )}
      </div>
    </section>
  )
}
