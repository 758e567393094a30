import type { Closure } from '@zhenyue/contract'
import { Progress } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { itemStateLabels } from './closure-words.ts'

const t = i18n(
  {
    none: '没有受影响的患者',
    reopened: '时段已重新开放，预约照旧',
    settled: (done: number, all: number) => `已处理 ${done} / ${all}`,
    progress: '处理进度',
  },
  {
    none: 'No patient is affected',
    reopened: 'The slots are open again, bookings as before',
    settled: (done, all) => `${done} of ${all} settled`,
    progress: 'Progress',
  },
)

const states = ['open', 'called', 'moved', 'cancelled'] as const

/** How far it is settled, as a bar and in numbers. */
export function ClosureProgress({ items, reopened }: Pick<Closure, 'items' | 'reopened'>) {
  const done = items.moved + items.cancelled
  const all = done + items.open + items.called
  if (all === 0) return <span className="quiet">{reopened ? t().reopened : t().none}</span>
  return (
    <div className="closure-progress">
      <Progress
        percent={Math.floor((done / all) * 100)}
        showInfo={false}
        size="small"
        aria-label={t().progress}
      />
      <strong className="number">{t().settled(done, all)}</strong>
      <span className="quiet number">
        {states
          .filter((state) => items[state] > 0)
          .map((state) => `${labelOf(itemStateLabels, state)} ${items[state]}`)
          .join(' · ')}
      </span>
    </div>
  )
}
