import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { ask, tell, tellFault } from '../../app/feedback.tsx'
import { i18n } from '../../app/i18n.ts'
import { addressOf, linkTo } from '../../app/router.ts'
import { ListTable } from '../../ui/list-table.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'

const t = i18n(
  {
    title: '爽约限制',
    hint: '多次爽约的手机号暂时不能在线预约，工作人员仍可代约。',
    empty: '没有受限制的手机号',
    emptyHint: '达到预约规则里的爽约次数后，会出现在这里。',
    phone: '手机号',
    noShows: '爽约次数',
    until: '限制到',
    last: '最近一次爽约',
    see: '查看预约',
    actions: '操作',
    lift: '解除限制',
    liftTitle: (phone: string) => `解除 ${phone} 的限制？`,
    liftText: '解除后可以马上在线预约，以前的爽约不再计算。',
    keep: '先不解除',
    lifted: '已解除',
  },
  {
    title: 'Blocked after no-shows',
    hint: 'These numbers cannot book online for a while; staff can still book for them.',
    empty: 'No number is blocked',
    emptyHint: 'Numbers appear here after as many no-shows as the booking rules allow.',
    phone: 'Phone',
    noShows: 'No-shows',
    until: 'Until',
    last: 'Last no-show',
    see: 'See the appointment',
    actions: 'Actions',
    lift: 'Lift',
    liftTitle: (phone) => `Let ${phone} book again?`,
    liftText: 'It can book online at once; earlier no-shows are forgotten.',
    keep: 'Not now',
    lifted: 'Lifted',
  },
)

/** Who cannot book online after too many no-shows, and until when. */
export function Blocks() {
  const blocks = useQuery({ queryKey: ['blocks'], queryFn: () => call(api.blocks.list), staleTime: 0 })
  const lift = useMutation({
    mutationFn: (appointmentId: string) => call(api.blocks.lift, { body: { appointmentId } }),
    onSuccess: () => tell(t().lifted),
    onError: tellFault,
    onSettled: () => queries.invalidateQueries({ queryKey: ['blocks'] }),
  })
  const askToLift = (phone: string, appointmentId: string) =>
    ask({
      title: t().liftTitle(phone),
      content: t().liftText,
      okText: t().lift,
      cancelText: t().keep,
      onOk: () => lift.mutateAsync(appointmentId).catch(() => {}),
    })
  return (
    <section className="integration" aria-label={t().title}>
      <div className="page-head">
        <h2>{t().title}</h2>
        <span className="quiet">{t().hint}</span>
      </div>
      <QueryState of={blocks} rows={2}>
        {(list) =>
          list.length === 0 ? (
            <div className="card">
              <EmptyState title={t().empty} hint={t().emptyHint} />
            </div>
          ) : (
            <ListTable
              label={t().title}
              rows={list.map((block) => ({ ...block, id: block.appointmentId }))}
              columns={[
                { title: t().phone, show: ({ phone }) => <span className="number">{phone}</span> },
                { title: t().noShows, show: ({ noShows }) => noShows },
                { title: t().until, show: ({ until }) => <span className="number">{until}</span> },
                {
                  title: t().last,
                  show: ({ id }) => <a {...linkTo(addressOf('/appointments', { open: id }))}>{t().see}</a>,
                },
                {
                  title: t().actions,
                  show: ({ phone, id }) => (
                    <Button size="small" onClick={() => askToLift(phone, id)}>
                      {t().lift}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryState>
    </section>
  )
}
