import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { api, call } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'
import { useParams } from '../../app/router.ts'
import { QueryState } from '../../ui/states.tsx'
import { WeekGrid } from './week-grid.tsx'
import { useExperts } from '../../ui/use-experts.ts'
import { Year } from './year.tsx'

const t = i18n(
  {
    title: '排班',
    hint: '每周谁在什么时间出诊、放多少号。号源按它自动生成。',
    view: '视图',
    week: '每周排班',
    year: '节假日与调休',
  },
  {
    title: 'Schedule',
    hint: 'Who sees patients when, and how many. Slots are made from it.',
    view: 'View',
    week: 'Week',
    year: 'Holidays',
  },
)

function Week() {
  const templates = useQuery({ queryKey: ['templates'], queryFn: () => call(api.templates.list) })
  const experts = useExperts()
  return (
    <QueryState of={templates} rows={12}>
      {(templates) => (
        <QueryState of={experts} rows={12}>
          {(experts) => <WeekGrid templates={templates} experts={experts} />}
        </QueryState>
      )}
    </QueryState>
  )
}

export function Schedule() {
  const [params, set] = useParams()
  const isYear = params['view'] === 'year'
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <Segmented
          aria-label={t().view}
          value={isYear ? 'year' : ''}
          onChange={(view) => set({ view }, { replace: false })}
          options={[
            { value: '', label: t().week },
            { value: 'year', label: t().year },
          ]}
        />
        <span className="quiet">{t().hint}</span>
      </div>
      {isYear ? <Year params={params} set={set} /> : <Week />}
    </>
  )
}
