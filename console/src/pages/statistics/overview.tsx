import { useQuery } from '@tanstack/react-query'
import { api, call, queries } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useLive } from '../../app/live.ts'
import { QueryState } from '../../ui/states.tsx'
import { Charts } from '../workbench/dashboard-charts.tsx'
import { Figures } from '../workbench/figures.tsx'

const t = i18n({ asOf: '数据截至' }, { asOf: 'As of' })

/** Today, and the last days as a whole. */
export function Overview() {
  const dashboard = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => call(api.dashboard.read),
    refetchInterval: 60_000,
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: ['dashboard'] }, { cancelRefetch: false })
  useLive('lead', refresh)
  useLive('appointment', refresh)
  return (
    <QueryState of={dashboard} rows={12}>
      {(data) => (
        <>
          <Figures data={data} />
          <Charts data={data} />
          <p className="quiet">{`${t().asOf} ${data.generatedAt}`}</p>
        </>
      )}
    </QueryState>
  )
}
