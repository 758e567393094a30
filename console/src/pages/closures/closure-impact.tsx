import type { Slot } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { QueryState } from '../../ui/states.tsx'
import { countPatients } from './impact.ts'

const t = i18n(
  {
    impact: (slots: number, patients: number) => `将停诊 ${slots} 个时段，影响 ${patients} 位患者`,
    nobody: (slots: number) => `将停诊 ${slots} 个时段，没有患者受影响`,
    waiting: (count: number) => `另有 ${count} 位候补的患者将结束候补。`,
    closed: (count: number) => `其中 ${count} 个时段已经停诊，不会重复登记。`,
    next: '提交后立即停止预约，再逐位为患者改约或取消。',
    nextNone: '提交后立即停止预约。',
  },
  {
    impact: (slots, patients) => `${slots} slots will close, ${patients} patients are affected`,
    nobody: (slots) => `${slots} slots will close, no patient is affected`,
    waiting: (count) => `${count} patients on the waiting list will wait no longer.`,
    closed: (count) => `${count} of them are closed already and are not closed twice.`,
    next: 'They close at once; then each patient is moved or cancelled.',
    nextNone: 'They close at once.',
  },
)

/** What would happen, before it does. */
export function ClosureImpact({ slots }: { slots: Slot[] }) {
  const opened = slots.filter(({ state }) => state === 'open')
  const patients = useQuery({
    queryKey: ['closures', 'impact', opened.map(({ id, taken }) => [id, taken])],
    queryFn: () => countPatients(opened),
  })
  const waiting = opened.reduce((total, { waiting }) => total + waiting, 0)
  return (
    <QueryState of={patients} rows={1}>
      {(count) => (
        <Alert
          type={count > 0 ? 'warning' : 'info'}
          showIcon
          role="status"
          title={count > 0 ? t().impact(opened.length, count) : t().nobody(opened.length)}
          description={
            <>
              {waiting > 0 && <div>{t().waiting(waiting)}</div>}
              {slots.length > opened.length && <div>{t().closed(slots.length - opened.length)}</div>}
              <div>{count > 0 ? t().next : t().nextNone}</div>
            </>
          }
        />
      )}
    </QueryState>
  )
}
