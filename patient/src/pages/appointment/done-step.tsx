import type { KnownAppointment } from '@zhenyue/contract'
import { QuietLink } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { words } from '../../words.ts'
import { Facts } from './facts.tsx'
import { KeptVisit } from './kept-visit.tsx'

const said = words(
  {
    done: '预约已提交',
    next: '医院会打电话与您确认，确认后才算约好，请保持电话畅通。',
    keep: '您的预约',
    mine: '我的预约',
    home: '回首页',
  },
  {
    done: 'Your booking has been sent',
    next: 'The hospital will call you. The visit is fixed once it is confirmed.',
    keep: 'Your booking',
    mine: 'My appointments',
    home: 'Home',
  },
)

export const DoneStep = ({ booked }: { booked: KnownAppointment }) => (
  <>
    <Notice tone="good" alert>
      <h2>{said().done}</h2>
      <p>{said().next}</p>
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
