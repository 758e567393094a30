import type { KnownAppointment } from '@zhenyue/contract'
import { useEffect, useState } from 'preact/hooks'
import { api, ask } from '../../api.ts'
import { useSite } from '../../site.ts'
import { QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import { Facts } from './facts.tsx'
import { KeptVisit } from './kept-visit.tsx'

const said = words(
  {
    done: '预约已提交',
    next: '医院会打电话与您确认，确认后才算约好，请保持电话畅通。',
    sent: '已发送短信，请留意手机。',
    keep: '您的预约',
    mine: '我的预约',
    home: '回首页',
  },
  {
    done: 'Your booking has been sent',
    next: 'The hospital will call you. The visit is fixed once it is confirmed.',
    sent: 'A text message has been sent to your phone.',
    keep: 'Your booking',
    mine: 'My appointments',
    home: 'Home',
  },
)

const looks = 5
const pause = 3000

/** Whether a message about the booking has been taken by a provider; looked at for some seconds. */
function useIsTold(id: string): boolean {
  const isExpected = useSite().messages?.includes('booked') ?? false
  const [isTold, setTold] = useState(false)
  const [look, setLook] = useState(0)
  useEffect(() => {
    if (!isExpected || isTold || look >= looks) return
    const timer = setTimeout(
      () =>
        void ask(api.appointments.detail, { params: { id } }).then(
          ({ sentMessages }) => (sentMessages?.includes('booked') ? setTold(true) : setLook(look + 1)),
          () => setLook(look + 1),
        ),
      pause,
    )
    return () => clearTimeout(timer)
  }, [isExpected, isTold, look])
  return isTold
}

export const DoneStep = ({ booked }: { booked: KnownAppointment }) => (
  <>
    <Notice tone="good" alert>
      <h2>{said().done}</h2>
      <p>{said().next}</p>
      {useIsTold(booked.id) && <p>{said().sent}</p>}
    </Notice>
    <section class="card">
      <h2>{said().keep}</h2>
      <Facts visit={booked} />
    </section>
    <KeptVisit visit={booked} />
    <div class="buttons">
      <QuietLink to="/my-appointments">{said().mine}</QuietLink>
      <QuietLink to="/">{said().home}</QuietLink>
    </div>
  </>
)
