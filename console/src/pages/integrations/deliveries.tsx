import type { Delivery, Webhook } from '@zhenyue/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Pagination } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { tell, tellFault } from '../../app/feedback.tsx'
import { i18n, labelOf, type Label } from '../../app/i18n.ts'
import { wantedTypeLabels } from '../../records/change-labels.ts'
import { failureInWords } from '../../records/failure-words.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { readAgain } from './receiver.tsx'

const t = i18n(
  {
    title: '发送记录',
    none: '还没有发送记录',
    noneHint: '选中的事件发生后，每次发送都会记在这里，保留 30 天。',
    tries: '已尝试',
    times: (count: number) => `${count} 次`,
    answer: '最近响应',
    waiting: '还没有发送',
    noAnswer: '没有响应',
    next: '下次发送',
    event: '事件编号',
    replay: '重新发送',
    replayed: '已重新发送',
  },
  {
    title: 'Deliveries',
    none: 'No deliveries yet',
    noneHint: 'Each event that was chosen appears here, for 30 days.',
    tries: 'Tries',
    times: (count) => String(count),
    answer: 'Last answer',
    waiting: 'Not sent yet',
    noAnswer: 'No answer',
    next: 'Next try',
    event: 'Event',
    replay: 'Send again',
    replayed: 'Sent again',
  },
)

const statuses: Record<Delivery['status'], { label: Label; tone: Tone }> = {
  pending: { label: { zh: '等待中', en: 'Waiting' }, tone: 'info' },
  delivered: { label: { zh: '已送达', en: 'Delivered' }, tone: 'good' },
  failed: { label: { zh: '失败', en: 'Failed' }, tone: 'bad' },
}
const statusLabels = Object.fromEntries(
  Object.entries(statuses).map(([status, { label }]) => [status, label]),
) as Record<Delivery['status'], Label>

function answerOf({ tries, lastStatus, lastError }: Delivery) {
  if (tries === 0) return t().waiting
  return lastError ? failureInWords(lastError) : lastStatus || t().noAnswer
}

const limit = 20

/** What was sent to a webhook and what came back, with a way to send it again. */
export function Deliveries({ webhook: { id, url }, close }: { webhook: Webhook; close: () => void }) {
  const [offset, setOffset] = useState(0)
  const deliveries = useQuery({
    queryKey: ['deliveries', id, offset],
    queryFn: ({ signal }) =>
      call(api.webhooks.deliveries, {
        params: { id },
        query: { limit: String(limit), offset: String(offset) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 3000,
  })
  const replay = useMutation({
    mutationFn: (deliveryId: string) => call(api.webhooks.replay, { params: { id, deliveryId } }),
    onSuccess: () => tell(t().replayed),
    onError: tellFault,
    onSettled: () => readAgain('deliveries'),
  })
  const cardOf = (one: Delivery) => ({
    key: one.id,
    head: (
      <>
        <Badge tone={statuses[one.status].tone}>{labelOf(statusLabels, one.status)}</Badge>
        <strong>{labelOf(wantedTypeLabels, one.type)}</strong>
        <span className="push" />
        <small className="quiet number">{one.createdAt}</small>
      </>
    ),
    facts: [
      { label: t().tries, value: t().times(one.tries) },
      { label: t().answer, value: answerOf(one) },
      ...(one.nextTryAt ? [{ label: t().next, value: one.nextTryAt }] : []),
      { label: t().event, value: <code>{one.event}</code> },
    ],
    foot: (
      <Button
        size="small"
        loading={replay.isPending && replay.variables === one.id}
        onClick={() => replay.mutate(one.id)}
      >
        {t().replay}
      </Button>
    ),
  })
  return (
    <Drawer open size={560} title={t().title} onClose={close}>
      <p className="quiet any-text deliveries-of">{url}</p>
      <QueryState of={deliveries}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title={t().none} hint={t().noneHint} />
          ) : (
            <>
              <CardList label={t().title} cards={list.map(cardOf)} />
              {total > limit && (
                <Pagination
                  simple
                  align="center"
                  current={offset / limit + 1}
                  pageSize={limit}
                  total={total}
                  onChange={(number) => setOffset((number - 1) * limit)}
                />
              )}
            </>
          )
        }
      </QueryState>
    </Drawer>
  )
}
