import type { Message, WholeClosure } from '@zhenyue/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { api, call, masked } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { linkTo, navigate } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { QueryState } from '../../ui/states.tsx'
import { readSlotsAgain } from '../booking/slots.ts'
import { BulkMove } from './bulk-move.tsx'
import { ClosureItemCard } from './closure-item.tsx'
import { ClosureProgress } from './closure-progress.tsx'
import { daysOf, readClosuresAgain, useScope } from './closure-words.ts'

const t = i18n(
  {
    back: '返回停诊列表',
    title: '停诊',
    slots: (count: number) => `停诊 ${count} 个时段`,
    reason: '原因',
    moveAll: '批量改约',
    reopen: '撤销停诊',
    reopenTitle: '撤销这次停诊？',
    reopenText:
      '停诊的时段会重新开放，原来的预约照旧，候补的患者按原来的次序继续候补。已经发出的停诊短信收不回来，请电话告知患者。',
    keep: '先不撤销',
    reopened: '已撤销停诊',
    needCalls: (count: number) => `有 ${count} 位患者没有收到短信，请电话通知`,
    settled: '所有患者都已处理完',
    patients: '受影响的患者',
    undone: '已撤销',
  },
  {
    back: 'Back to the closures',
    title: 'Closure',
    slots: (count) => (count === 1 ? 'one slot closed' : `${count} slots closed`),
    reason: 'Reason',
    moveAll: 'Move all',
    reopen: 'Undo the closure',
    reopenTitle: 'Undo this closure?',
    reopenText:
      'The slots open again, bookings are as before, and those who waited are back in their order. Messages that were sent cannot be taken back: please phone these patients.',
    keep: 'Not now',
    reopened: 'The closure is undone',
    needCalls: (count) => `No message reached ${count} patients: please phone them`,
    settled: 'Every patient is settled',
    patients: 'Patients',
    undone: 'Undone',
  },
)

/** What was sent since the closure, by appointment; the newest counts. */
async function readMessages(since: string): Promise<Record<string, Message>> {
  const found: Record<string, Message> = {}
  for (let offset = 0; ; offset += 200) {
    const { list } = await call(api.messages.list, {
      query: { kind: 'closed', limit: '200', offset: String(offset) },
    })
    for (const one of list) if (one.createdAt >= since) found[one.appointmentId] ??= one
    if (list.length < 200 || list.at(-1)!.createdAt < since) return found
  }
}

const isOpen = ({ state }: WholeClosure['list'][number]) => state === 'open' || state === 'called'

function Whole({ closure }: { closure: WholeClosure }) {
  const { id, list, items, slots, reason, createdAt, reopened } = closure
  const scope = useScope()
  const [isMoving, setMoving] = useState(false)
  const messages = useQuery({
    queryKey: ['closures', 'messages', id],
    queryFn: () => readMessages(createdAt),
    enabled: list.length > 0 && may(api.messages.list),
    refetchInterval: ({ state }) =>
      Object.values(state.data ?? {}).some(({ status }) => status === 'queued') && 5000,
  })
  const reopen = useMutation({
    mutationFn: () => call(api.closures.reopen, { params: { id } }),
    onSuccess() {
      tell(t().reopened)
      readSlotsAgain()
      navigate('/closures')
    },
    onError: tellFault,
    onSettled: readClosuresAgain,
  })
  const askToReopen = () =>
    ask({
      title: t().reopenTitle,
      content: t().reopenText,
      okText: t().reopen,
      cancelText: t().keep,
      okButtonProps: { danger: true },
      onOk: () => reopen.mutateAsync().catch(() => {}),
    })
  const toCall = list.filter((item) => item.needsCall && isOpen(item)).length
  const toSettle = items.open + items.called
  return (
    <>
      <div className="page-head">
        <h1>{`${t().title} ${daysOf(closure)}`}</h1>
        {reopened && <Badge>{t().undone}</Badge>}
        <span className="quiet">
          {[scope(closure), !reopened && t().slots(slots)].filter(Boolean).join(' · ')}
        </span>
        <span className="push" />
        {toSettle > 0 && may(api.closures.moveAll) && (
          <Button type="primary" onClick={() => setMoving(true)}>
            {t().moveAll}
          </Button>
        )}
        {slots > 0 && items.moved + items.cancelled === 0 && may(api.closures.reopen) && (
          <Button danger onClick={askToReopen}>
            {t().reopen}
          </Button>
        )}
      </div>
      <div className="card padded closure-head">
        <div className="any-text">
          <span className="quiet">{`${t().reason} `}</span>
          {reason}
        </div>
        <ClosureProgress items={items} reopened={reopened} />
      </div>
      {toCall > 0 && <Alert type="warning" showIcon className="refused" title={t().needCalls(toCall)} />}
      {list.length > 0 && toSettle === 0 && (
        <Alert type="success" showIcon className="refused" title={t().settled} />
      )}
      {list.length > 0 && (
        <ul className="cards closure-cards" aria-label={t().patients}>
          {[...list]
            .sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)))
            .map((item) => (
              <ClosureItemCard
                key={item.appointmentId}
                closureId={id}
                item={item}
                message={messages.data?.[item.appointmentId]}
              />
            ))}
        </ul>
      )}
      {isMoving && <BulkMove closureId={id} close={() => setMoving(false)} />}
    </>
  )
}

/** One closure until every patient is settled. */
export function ClosurePage({ id }: { id: string }) {
  const closure = useQuery({
    queryKey: ['closures', 'one', id],
    queryFn: () => call(api.closures.detail, { params: { id }, query: masked }),
    // A message that fails makes someone phone.
    refetchInterval: ({ state }) => state.data?.status === 'open' && 20_000,
    staleTime: 0,
  })
  useLive('appointment', readClosuresAgain)
  return (
    <>
      <p className="back">
        <a {...linkTo('/closures')}>{t().back}</a>
      </p>
      <QueryState of={closure}>{(one) => <Whole closure={one} />}</QueryState>
    </>
  )
}
