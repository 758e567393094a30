import type { LeadImport } from '@zhenyue/contract'
import { Progress } from 'antd'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    committing: '正在导入',
    reverting: '正在撤销',
    rows: (done: number, rows: number) => `已处理 ${done} / ${rows} 行`,
    taken: (count: number, added: number) => `已撤回 ${count} / ${added} 条`,
    leave: '可以离开这一页，处理会继续；回到这个地址就能看到结果。',
  },
  {
    committing: 'Importing',
    reverting: 'Taking back',
    rows: (done, rows) => `${done} of ${rows} rows`,
    taken: (count, added) => `${count} of ${added} taken back`,
    leave: 'You may leave this page: the work goes on, and this address shows the result.',
  },
)

export function Working({ one: { state, rows, done, added, takenBack } }: { one: LeadImport }) {
  const isReverting = state === 'reverting'
  const [part, whole] = isReverting ? [takenBack, added] : [done, rows]
  const title = isReverting ? t().reverting : t().committing
  return (
    <section className="card import-card" aria-label={title}>
      <h2>{title}</h2>
      <Progress
        percent={whole === 0 ? 0 : Math.floor((part / whole) * 100)}
        status="active"
        aria-label={title}
      />
      <p className="number" aria-live="polite">
        {isReverting ? t().taken(part, whole) : t().rows(part, whole)}
      </p>
      <p className="quiet">{t().leave}</p>
    </section>
  )
}
