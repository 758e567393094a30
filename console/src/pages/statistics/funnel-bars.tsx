import { funnelSteps, type FunnelStep } from '@zhenyue/contract/follow-up-rules'
import type { CSSProperties } from 'react'
import { linkTo } from '../../app/router.ts'
import type { Group } from './funnel-table.tsx'

const colors: Record<FunnelStep, string> = {
  leads: 'var(--series-4)',
  contacted: 'var(--series-3)',
  booked: 'var(--series-2)',
  visited: 'var(--series-1)',
}

/** A bar for each step of each group. The table beside it is the way by keyboard. */
export function FunnelBars({
  groups,
  names,
  label,
}: {
  groups: Group[]
  names: Record<FunnelStep, string>
  label: string
}) {
  const most = Math.max(...groups.map(({ leads }) => leads), 1)
  return (
    <div className="funnel-bars" role="group" aria-label={label}>
      <p className="funnel-legend" aria-hidden>
        {funnelSteps.map((step) => (
          <span key={step}>
            <i style={{ background: colors[step] }} />
            {names[step]}
          </span>
        ))}
      </p>
      {groups.map((group) => (
        <div key={group.name} className="funnel-group">
          <span className="one-line">{group.name}</span>
          <div>
            {funnelSteps.map((step) => (
              <a
                key={step}
                {...linkTo(group.to(step))}
                tabIndex={-1}
                aria-label={`${group.name} ${names[step]}: ${group[step]}`}
                title={`${names[step]}: ${group[step]}`}
                style={
                  { '--part': `${(group[step] / most) * 100}%`, '--color': colors[step] } as CSSProperties
                }
              >
                <i aria-hidden />
                <small className="number">{group[step].toLocaleString('en')}</small>
              </a>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
