import type { BookingRules } from '@zhenyue/contract'
import { scheduleMessages as say } from '@zhenyue/contract/schedule-rules'
import { i18n } from '../../app/i18n.ts'
import { NumberRule, Rules, type RulesPart } from './rule.tsx'

const t = i18n(
  {
    noShow: '爽约',
    times: '次',
    days: '天',
    noShowCount: '爽约几次后限制',
    noShowMeans: '登记为爽约满这个次数，暂停在线预约。工作人员可以提前解除。填 0 不限制。',
    within: '统计范围',
    withinMeans: (days: number) => `按就诊日期，只数最近 ${days} 天里的爽约。`,
    block: '限制多久',
    blockMeans: (days: number) => `从最后一次爽约那天起，${days} 天内不能在线预约，打电话仍可约。`,
  },
  {
    noShow: 'No-shows',
    times: 'times',
    days: 'days',
    noShowCount: 'Blocked after',
    noShowMeans:
      'After that many no-shows a number cannot book online. Staff can lift it earlier. 0 means never.',
    within: 'Counted within',
    withinMeans: (days) => `No-shows of the last ${days} days, by the day of the visit.`,
    block: 'Blocked for',
    blockMeans: (days) => `${days} days from the last no-show; booking by phone stays possible.`,
  },
)

/** What follows where someone did not come. */
export function NoShowRules({ values: { noShow }, change }: RulesPart) {
  const set = (changes: Partial<BookingRules['noShow']>) => change('noShow', { ...noShow, ...changes })
  return (
    <Rules title={t().noShow}>
      <NumberRule
        label={t().noShowCount}
        unit={t().times}
        value={noShow.count}
        max={99}
        means={t().noShowMeans}
        reads={noShow.count > 0 ? say.blocked : undefined}
        onChange={(count) => set({ count })}
      />
      {noShow.count > 0 && (
        <>
          <NumberRule
            label={t().within}
            unit={t().days}
            value={noShow.withinDays}
            min={1}
            max={3650}
            means={t().withinMeans(noShow.withinDays)}
            onChange={(withinDays) => set({ withinDays })}
          />
          <NumberRule
            label={t().block}
            unit={t().days}
            value={noShow.blockDays}
            min={1}
            max={3650}
            means={t().blockMeans(noShow.blockDays)}
            onChange={(blockDays) => set({ blockDays })}
          />
        </>
      )}
    </Rules>
  )
}
