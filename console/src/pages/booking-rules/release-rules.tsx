import { scheduleMessages as say } from '@zhenyue/contract/schedule-rules'
import dayjs from 'dayjs'
import { i18n } from '../../app/i18n.ts'
import { ClockField } from '../../ui/clock-field.tsx'
import { NumberRule, Rule, Rules, type RulesPart } from './rule.tsx'

const t = i18n(
  {
    release: '放号与截止',
    days: '天',
    minutes: '分钟',
    advanceDays: '提前放号天数',
    advanceMeans: (days: number) => `就诊日之前 ${days} 天起可以预约。`,
    advanceToday: '只能预约当天。',
    releaseTime: '放号时间',
    releaseMeans: (days: number, time: string) => `每天 ${time} 放出 ${days} 天后那一天的号。`,
    cutoff: '提前截止',
    cutoffMeans: (minutes: number) =>
      `时段开始前 ${minutes} 分钟停止预约；不分段的半天，到结束前 ${minutes} 分钟为止。`,
    cutoffNone: '到时段开始都可以预约；不分段的半天，到结束为止。',
  },
  {
    release: 'Release and cut-off',
    days: 'days',
    minutes: 'minutes',
    advanceDays: 'Days ahead',
    advanceMeans: (days) => `A day can be booked from ${days} days before it.`,
    advanceToday: 'Only today can be booked.',
    releaseTime: 'Released at',
    releaseMeans: (days, time) => `Every day at ${time} the day ${days} days ahead opens.`,
    cutoff: 'Cut-off',
    cutoffMeans: (minutes) =>
      `Booking ends ${minutes} minutes before a slot begins; of an undivided half day, before it ends.`,
    cutoffNone: 'A slot can be booked until it begins; an undivided half day until it ends.',
  },
)

/** From when until when a slot can be booked. */
export function ReleaseRules({ values, change }: RulesPart) {
  const { advanceDays, releaseTime, cutoffMinutes } = values
  const opening = dayjs(`2026-12-15T${releaseTime}`).subtract(advanceDays, 'day')
  return (
    <Rules title={t().release}>
      <NumberRule
        label={t().advanceDays}
        unit={t().days}
        value={advanceDays}
        max={90}
        means={advanceDays === 0 ? t().advanceToday : t().advanceMeans(advanceDays)}
        onChange={(value) => change('advanceDays', value)}
      />
      <Rule
        label={t().releaseTime}
        means={t().releaseMeans(advanceDays, releaseTime)}
        reads={say.soon(opening.format('MM-DD HH:mm'))}
      >
        {(field) => (
          <ClockField {...field} value={releaseTime} onChange={(time) => change('releaseTime', time)} />
        )}
      </Rule>
      <NumberRule
        label={t().cutoff}
        unit={t().minutes}
        value={cutoffMinutes}
        max={1440}
        means={cutoffMinutes === 0 ? t().cutoffNone : t().cutoffMeans(cutoffMinutes)}
        reads={say.late}
        onChange={(value) => change('cutoffMinutes', value)}
      />
    </Rules>
  )
}
