import type { KnownAppointment } from '@zhenyue/contract'
import { useState } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { useSite } from '../../site.ts'
import { QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import { Facts, linesOf } from './facts.tsx'
import { calendarFile } from './calendar-file.ts'

const said = words(
  {
    done: '预约已提交',
    next: '医院会打电话与您确认时间。请留意来电。',
    keep: '您的预约',
    number: '预约编号',
    calendar: '加到日历',
    copy: '复制预约信息',
    copied: '已复制,可以粘贴发给家人。',
    notCopied: '没能复制,请长按上面的文字手动复制。',
    mine: '我的预约',
    home: '回首页',
    visit: (department: string) => `就诊:${department}`,
  },
  {
    done: 'Your booking has been sent',
    next: 'The hospital will call you to confirm the time.',
    keep: 'Your booking',
    number: 'Number',
    calendar: 'Add to calendar',
    copy: 'Copy the booking',
    copied: 'Copied.',
    notCopied: 'It could not be copied. Please select the text above by hand.',
    mine: 'My appointments',
    home: 'Home',
    visit: (department: string) => `Visit: ${department}`,
  },
)

export function DoneStep({ booked }: { booked: KnownAppointment }) {
  const { hospital } = useSite()
  const [copied, setCopied] = useState<boolean>()
  const text = [
    hospital?.name,
    ...linesOf(booked).map(([label, value]) => `${label}:${value}`),
    hospital?.address,
    hospital?.phone,
  ]
    .filter(Boolean)
    .join('\n')
  const file = calendarFile({
    made: booked.createdAt,
    date: booked.date,
    title: `${said().visit(booked.departmentName)} ${booked.timeSlot}`.trim(),
    place: [hospital?.name, hospital?.address].filter(Boolean).join(' '),
  })

  return (
    <>
      <Notice tone="good" alert>
        <h2>{said().done}</h2>
        <p>{said().next}</p>
      </Notice>
      <section class="card">
        <h2>{said().keep}</h2>
        <Facts visit={booked} />
        <p class="soft">
          {said().number} {booked.id}
        </p>
        <div class="buttons">
          <a
            class="button button-quiet"
            download={`zhenyue-${booked.date}.ics`}
            href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
          >
            {said().calendar}
          </a>
          <button
            type="button"
            class="button button-quiet"
            onClick={() => void copyText(text).then(setCopied)}
          >
            {said().copy}
          </button>
        </div>
        <div aria-live="polite">
          {copied !== undefined && (
            <Notice tone={copied ? 'good' : 'warning'}>{copied ? said().copied : said().notCopied}</Notice>
          )}
        </div>
      </section>
      <div class="buttons">
        <QuietLink to="/my-appointments">{said().mine}</QuietLink>
        <QuietLink to="/">{said().home}</QuietLink>
      </div>
    </>
  )
}
