import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { api, call, queries } from '../../app/api.ts'
import { may, session } from '../../app/session.ts'
import { useLive } from '../../app/live.ts'
import { QueryState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'
import { newBooking } from '../../app/new-booking.ts'
import { PlusOutlined } from '../../ui/icons.tsx'
import { Figures } from './figures.tsx'
import { Charts } from './dashboard-charts.tsx'

const t = i18n(
  {
    hello: (name: string) => `${name}，您好`,
    asOf: '数据截至',
    book: '新增预约',
  },
  {
    hello: (name) => `Hello, ${name}`,
    asOf: 'As of',
    book: 'New appointment',
  },
)

export function Workbench() {
  const dashboard = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => call(api.dashboard.read),
    refetchInterval: 60_000,
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: ['dashboard'] }, { cancelRefetch: false })
  useLive('lead', refresh)
  useLive('appointment', refresh)
  const admin = session.use()?.admin
  return (
    <>
      <div className="page-head">
        <h1>{t().hello(admin?.nickname || admin?.username || '')}</h1>
        <span className="push" />
        {dashboard.data && <span className="quiet">{`${t().asOf} ${dashboard.data.generatedAt}`}</span>}
        {may(api.appointments.book) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => newBooking.set({})}>
            {t().book}
          </Button>
        )}
      </div>
      <QueryState of={dashboard} rows={12}>
        {(data) => (
          <>
            <Figures data={data} />
            <Charts data={data} />
          </>
        )}
      </QueryState>
    </>
  )
}
