import { i18n } from '../../app/i18n.ts'
import { Calendars } from './calendars.tsx'
import { Robots } from './robots.tsx'
import { Webhooks } from './webhooks.tsx'

const t = i18n(
  { title: '集成', hint: '让医院的其他系统、工作群和日历及时知道预约的变化。' },
  { title: 'Integrations', hint: 'Tell other systems, group chats and calendars what happens here.' },
)

export const Integrations = () => (
  <>
    <div className="page-head">
      <h1>{t().title}</h1>
      <span className="quiet">{t().hint}</span>
    </div>
    <Webhooks />
    <Robots />
    <Calendars />
  </>
)
