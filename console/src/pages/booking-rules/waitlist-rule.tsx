import { scheduleMessages as say } from '@zhenyue/contract/schedule-rules'
import { Switch } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { Rule, Rules, type RulesPart } from './rule.tsx'

const t = i18n(
  {
    waitlistTitle: '候补',
    waitlist: '开放候补',
    waitlistOn: '约满的时段可以排队。有人取消，第一位自动约上，别人抢不走。',
    waitlistOff: '约满就是约满，患者只能选其他时段。正在候补的仍按顺序递补。',
    on: '开启',
    off: '关闭',
  },
  {
    waitlistTitle: 'Waiting list',
    waitlist: 'Waiting list',
    waitlistOn: 'Patients can queue for a full slot. A place that becomes free goes to the first at once.',
    waitlistOff: 'A full slot is full. Those who wait already still move up in their order.',
    on: 'on',
    off: 'off',
  },
)

/** Whether one can wait for a place of a full slot. */
export const WaitlistRule = ({ values: { waitlist }, change }: RulesPart) => (
  <Rules title={t().waitlistTitle}>
    <Rule
      label={t().waitlist}
      means={waitlist ? t().waitlistOn : t().waitlistOff}
      reads={waitlist ? say.full : say.fullWithoutWaitlist}
    >
      {(field) => (
        <Switch
          {...field}
          checked={waitlist}
          checkedChildren={t().on}
          unCheckedChildren={t().off}
          onChange={(on) => change('waitlist', on)}
        />
      )}
    </Rule>
  </Rules>
)
