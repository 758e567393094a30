import type { Closure } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { linkTo, useParams, usePath } from '../../app/router.ts'
import { may } from '../../app/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { PlusOutlined } from '../../ui/icons.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { Blocks } from './blocks.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { ClosurePage } from './closure-page.tsx'
import { ClosureProgress } from './closure-progress.tsx'
import { daysOf, readClosuresAgain, useScope } from './closure-words.ts'

const t = i18n(
  {
    title: '停诊',
    add: '登记停诊',
    empty: '还没有停诊',
    emptyHint: '医生不能出诊时，在这里登记，再逐位安置已经预约的患者。',
    days: '停诊日期',
    scope: '范围',
    reason: '原因',
    progress: '处理进度',
    status: '状态',
    open: '处理中',
    settled: '已处理完',
    reopened: '已撤销',
    createdAt: '登记时间',
    actions: '操作',
    see: '处理患者',
    look: '查看',
  },
  {
    title: 'Closures',
    add: 'Close slots',
    empty: 'No closures yet',
    emptyHint: 'When a doctor cannot come, close the slots here and look after those who had booked.',
    days: 'Days',
    scope: 'Who',
    reason: 'Reason',
    progress: 'Progress',
    status: 'Status',
    open: 'To do',
    settled: 'Settled',
    reopened: 'Undone',
    createdAt: 'Made',
    actions: 'Actions',
    see: 'See the patients',
    look: 'See',
  },
)

function ClosureList() {
  const [params, set] = useParams()
  const scope = useScope()
  const closures = useQuery({ queryKey: ['closures', 'list'], queryFn: () => call(api.closures.list) })
  useLive('appointment', readClosuresAgain)
  const slotIds = params['slots']?.split(',').filter(Boolean) ?? []
  const mayClose = may(api.closures.create)
  const isOpen = mayClose && (slotIds.length > 0 || params['new'] === '1')
  const add = () => set({ new: '1' })
  return (
    <>
      <section className="integration" aria-label={t().title}>
        <div className="page-head">
          <h1>{t().title}</h1>
          <span className="push" />
          {mayClose && (
            <Button type="primary" icon={<PlusOutlined />} onClick={add}>
              {t().add}
            </Button>
          )}
        </div>
        <QueryState of={closures}>
          {(list) =>
            list.length === 0 ? (
              <div className="card">
                <EmptyState title={t().empty} hint={t().emptyHint} />
              </div>
            ) : (
              <ListTable<Closure>
                label={t().title}
                rows={list}
                columns={[
                  { title: t().days, show: (one) => <span className="number">{daysOf(one)}</span> },
                  { title: t().scope, show: scope },
                  { title: t().reason, show: ({ reason }) => <span className="cell-text">{reason}</span> },
                  { title: t().progress, show: (one) => <ClosureProgress {...one} /> },
                  {
                    title: t().status,
                    show: ({ status, reopened }) =>
                      reopened ? (
                        <Badge>{t().reopened}</Badge>
                      ) : (
                        <Badge tone={status === 'open' ? 'warn' : 'good'}>{t()[status]}</Badge>
                      ),
                  },
                  {
                    title: t().createdAt,
                    show: ({ createdAt }) => <span className="number">{createdAt}</span>,
                  },
                  {
                    title: t().actions,
                    show: ({ id, status }) => (
                      <a {...linkTo(`/closures/${id}`)}>
                        {status === 'open' && mayClose ? t().see : t().look}
                      </a>
                    ),
                  },
                ]}
              />
            )
          }
        </QueryState>
      </section>
      {may(api.blocks.list) && <Blocks />}
      {isOpen && <CloseDialog slotIds={slotIds} close={() => set({ new: '', slots: '' })} />}
    </>
  )
}

/** The list of closures, or the one that the address names. */
export function Closures() {
  const [, , id] = usePath().split('/')
  return id ? <ClosurePage key={id} id={id} /> : <ClosureList />
}
