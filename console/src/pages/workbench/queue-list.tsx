import { leadSourceLabels } from '@zhenyue/contract/labels'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call, masked } from '../../app/api.ts'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { i18n, joined, labelOf, textOf } from '../../app/i18n.ts'
import { linkTo } from '../../app/router.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { readQueueAgain, urgencies, type Queue, type Queued, type Urgency } from './queue.ts'

const t = i18n(
  {
    queue: '待联系队列',
    groups: {
      overdue: '已逾期',
      flagged: '自测有警示',
      fresh: '半小时内新提交',
      waiting: '今日待联系',
      later: '今天稍后',
    } as Record<Urgency, string>,
    claim: (count: number) => `领取 ${count} 位`,
    left: (count: number) => `还有 ${count} 位待领取`,
    claimed: (count: number) => `已领取 ${count} 位`,
    nobody: '没有待领取的线索',
    none: '眼下没有要联系的人',
    all: '我跟进的全部线索',
    due: (at: string) => `约定 ${at}`,
    points: (score: number) => `自测 ${score} 分`,
  },
  {
    queue: 'Whom to call',
    groups: {
      overdue: 'Overdue',
      flagged: 'Alarm signs in the self-test',
      fresh: 'New in the last half hour',
      waiting: 'To call today',
      later: 'Later today',
    },
    claim: (count) => `Claim ${count}`,
    left: (count) => `${count} more can be claimed`,
    claimed: (count) => `${count} claimed`,
    nobody: 'There is nobody to claim',
    none: 'There is nobody to call just now',
    all: 'All leads I follow up',
    due: (at) => `Due ${at}`,
    points: (score) => `Score ${score}`,
  },
)

const tones: Record<Urgency, Tone> = {
  overdue: 'bad',
  flagged: 'bad',
  fresh: 'good',
  waiting: 'info',
  later: 'plain',
}
const claimedAtOnce = 10
const few = 3

export function useClaim() {
  return useMutation({
    mutationFn: () => call(api.followUp.claim, { query: masked, body: { count: claimedAtOnce } }),
    async onSuccess({ list }) {
      await readQueueAgain()
      if (list.length > 0) tell(t().claimed(list.length))
      else warn(t().nobody)
    },
    onError: tellFault,
  })
}

function noteOf({ lead: { follow, source, score, selfTest } }: Queued) {
  const flags = joined(selfTest?.flags.map(textOf) ?? [])
  const next = follow?.nextContactAt
  const parts = next
    ? [t().due(next.slice(5, 16)), flags]
    : [labelOf(leadSourceLabels, source), flags || (score > 0 && t().points(score))]
  return parts.filter(Boolean).join(' · ')
}

/** Whom to call, the most urgent first. */
export function QueueList({
  queue: { list, unassigned },
  open,
  show,
  claim,
}: {
  queue: Queue
  open: string | undefined
  show(id: string): void
  claim: ReturnType<typeof useClaim>
}) {
  const due = list.filter(({ urgency }) => urgency !== 'later').length
  return (
    <section className="card bench-queue" aria-label={t().queue}>
      {urgencies.map((urgency) => {
        const group = list.filter((one) => one.urgency === urgency)
        if (group.length === 0) return null
        return (
          <div key={urgency}>
            <h2>
              <Badge tone={tones[urgency]}>{t().groups[urgency]}</Badge>
              <span className="quiet number">{group.length}</span>
            </h2>
            <ul>
              {group.map((one) => (
                <li key={one.lead.id}>
                  <button
                    type="button"
                    aria-current={one.lead.id === open ? 'true' : undefined}
                    onClick={() => show(one.lead.id)}
                  >
                    <strong className="one-line">{one.lead.name}</strong>
                    <small className="quiet one-line">{noteOf(one)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {due === 0 && <p className="quiet bench-none">{t().none}</p>}
      <footer>
        <span className="quiet">{t().left(unassigned)}</span>
        <Button
          {...(due < few && unassigned > 0 && { type: 'primary' as const })}
          disabled={unassigned === 0}
          loading={claim.isPending}
          aria-keyshortcuts="q"
          onClick={() => claim.mutate()}
        >
          {t().claim(Math.min(claimedAtOnce, unassigned || claimedAtOnce))}
          <kbd aria-hidden>Q</kbd>
        </Button>
        <a {...linkTo('/leads?queue=mine')}>{t().all}</a>
      </footer>
    </section>
  )
}
