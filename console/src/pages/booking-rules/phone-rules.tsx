import { scheduleMessages as say } from '@zhenyue/contract/schedule-rules'
import { i18n } from '../../app/i18n.ts'
import { NumberRule, Rules, type RulesPart } from './rule.tsx'

const t = i18n(
  {
    limits: '每个手机号的上限',
    bookings: '个',
    times: '次',
    perDay: '每天每科室',
    perDayMeans: '同一手机号同一天在同一科室能有几个待确认或已确认的预约。填 0 不限。',
    open: '未就诊的预约',
    openMeans: '同一手机号从今天起，所有科室一共能有几个待确认或已确认的预约。填 0 不限。',
    moves: '改约次数',
    movesMeans: '患者自己能改几次时间。工作人员改的、因停诊改的不算。填 0 不限。',
  },
  {
    limits: 'Limits of one phone number',
    bookings: 'bookings',
    times: 'times',
    perDay: 'A day in one department',
    perDayMeans:
      'Pending or confirmed bookings of one number on one day in one department. 0 means no limit.',
    open: 'Visits to come',
    openMeans: 'Pending or confirmed bookings of one number from today on, everywhere. 0 means no limit.',
    moves: 'Moves',
    movesMeans:
      'How often patients may move one booking. Moves by staff or because of a closure do not count. 0 means no limit.',
  },
)

/** How much one phone number may book. */
export function PhoneRules({ values, change }: RulesPart) {
  const { perPhonePerDay, openPerPhone, maxMoves } = values
  return (
    <Rules title={t().limits}>
      <NumberRule
        label={t().perDay}
        unit={t().bookings}
        value={perPhonePerDay}
        max={99}
        means={t().perDayMeans}
        reads={perPhonePerDay > 0 ? say.sameDay(perPhonePerDay) : undefined}
        onChange={(value) => change('perPhonePerDay', value)}
      />
      <NumberRule
        label={t().open}
        unit={t().bookings}
        value={openPerPhone}
        max={99}
        means={t().openMeans}
        reads={openPerPhone > 0 ? say.tooMany(openPerPhone) : undefined}
        onChange={(value) => change('openPerPhone', value)}
      />
      <NumberRule
        label={t().moves}
        unit={t().times}
        value={maxMoves}
        max={99}
        means={t().movesMeans}
        reads={maxMoves > 0 ? say.movedTooOften(maxMoves) : undefined}
        onChange={(value) => change('maxMoves', value)}
      />
    </Rules>
  )
}
