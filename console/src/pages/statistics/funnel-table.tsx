import type { FunnelRow } from '@zhenyue/contract'
import { funnelSteps, type FunnelStep } from '@zhenyue/contract/follow-up-rules'
import { i18n } from '../../app/i18n.ts'
import { linkTo } from '../../app/router.ts'
import { percent, shown } from '../../ui/figure.tsx'

const t = i18n(
  {
    minutes: (count: number) => `${count} 分钟`,
    hours: (count: number) => `${count} 小时`,
    days: (count: number) => `${count} 天`,
  },
  { minutes: (count) => `${count} min`, hours: (count) => `${count} h`, days: (count) => `${count} d` },
)

export interface Group extends Omit<FunnelRow, 'key'> {
  name: string
  /** The leads behind a step. */
  to(step: FunnelStep): string
}

const tenth = (value: number) => Math.round(value * 10) / 10

export function duration(minutes: number | null): string {
  if (minutes === null) return '—'
  if (minutes < 60) return t().minutes(Math.round(minutes))
  return minutes < 24 * 60 ? t().hours(tenth(minutes / 60)) : t().days(tenth(minutes / 60 / 24))
}

export function FunnelTable({
  groups,
  head,
  names,
  response,
  label,
}: {
  groups: Group[]
  head: string
  names: Record<FunnelStep, string>
  response: string
  label: string
}) {
  return (
    <div className="chart-table funnel-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {funnelSteps.map((step) => (
              <th key={step} scope="col">
                {names[step]}
              </th>
            ))}
            <th scope="col">{response}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name}>
              <th scope="row">{group.name}</th>
              {funnelSteps.map((step) => (
                <td key={step} className="number">
                  <a {...linkTo(group.to(step))}>{shown(group[step])}</a>
                  {step !== 'leads' && <small className="quiet">{percent(group[step], group.leads)}</small>}
                </td>
              ))}
              <td className="number">
                <a {...linkTo(group.to('leads'))}>{duration(group.medianMinutesToFirstContact)}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
