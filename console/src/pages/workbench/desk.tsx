import { Button } from 'antd'
import { useEffect } from 'react'
import { useLive } from '../../app/live.ts'
import { i18n } from '../../app/i18n.ts'
import { useKeys } from '../../app/keys.ts'
import { phoneWidth } from '../../app/phone-width.ts'
import { useParams } from '../../app/router.ts'
import { LeftOutlined } from '../../ui/icons.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { Person } from './person.tsx'
import { QueueList, useClaim } from './queue-list.tsx'
import { leaveQueue, nextAfter, readQueueAgain, useQueue, type Queue } from './queue.ts'

const t = i18n(
  { back: '返回队列', done: '都联系完了', hint: '领取几位新线索，或稍后再来看看。' },
  { back: 'Back to the queue', done: 'All done', hint: 'Claim some new leads, or look again later.' },
)

/** Who is open: whom the address names, or else the first who is due, who stays open when others come before. */
function useOpen({ list }: Queue, isPhone: boolean) {
  const [{ open: named }, set] = useParams()
  const first = list[0]?.urgency === 'later' ? undefined : list[0]?.lead.id
  const open = named || (isPhone ? undefined : first)
  const show = (id: string | undefined) => set({ open: id ?? '' })
  useEffect(() => {
    if (open && !named) show(open)
  }, [open, named])
  const step = (by: 1 | -1) => {
    const place = list.findIndex(({ lead }) => lead.id === open)
    const next = list[place < 0 ? 0 : place + by]
    if (next) show(next.lead.id)
  }
  return { open, show, step }
}

function Work() {
  // Read here, as what is handed down may still hold whoever has just left.
  const queue = useQueue().data!
  const isPhone = phoneWidth.use()
  const claim = useClaim()
  const { open, show, step } = useOpen(queue, isPhone)
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    q: () => !claim.isPending && claim.mutate(),
  })
  const list = <QueueList queue={queue} open={open} show={show} claim={claim} />
  const done = (id: string) => {
    const next = nextAfter(queue.list, id)
    leaveQueue(id)
    show(next)
  }
  const person = open && <Person key={open} id={open} done={() => done(open)} />
  if (isPhone) {
    if (!person) return list
    return (
      <>
        <Button type="text" icon={<LeftOutlined />} onClick={() => show(undefined)}>
          {t().back}
        </Button>
        {person}
      </>
    )
  }
  return (
    <div className="bench">
      {list}
      {person || (
        <section className="card bench-person">
          <EmptyState title={t().done} hint={t().hint} />
        </section>
      )}
    </div>
  )
}

/** Whom to call now, and all that a call needs. */
export function Desk() {
  const queue = useQueue()
  const refresh = () => void readQueueAgain(false)
  useLive('lead', refresh)
  useLive('appointment', refresh)
  return (
    <QueryState of={queue} rows={12}>
      {() => <Work />}
    </QueryState>
  )
}
