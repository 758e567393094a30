import { departmentIn } from '@zhenyue/contract/rules'
import { api, ask } from '../api.ts'
import { departmentOfDoctor } from '../labels.ts'
import { Link } from '../ui/link.tsx'
import { Failed, Loading } from '../ui/notice.tsx'
import { Face } from '../ui/picture.tsx'
import { useData } from '../use-data.ts'
import { words } from '../words.ts'

const said = words(
  { empty: '专家信息正在整理，请稍后再来看看。', byPhone: '请电话预约' },
  { empty: 'The experts will be introduced here soon.', byPhone: 'Please book by phone' },
)

export function ExpertsPage() {
  const experts = useData(() => ask(api.experts.list, { query: { enabled: 'true' } }), 'experts')
  if (experts.state === 'loading') return <Loading />
  if (experts.state === 'failed') return <Failed error={experts.error} retry={experts.retry} />
  if (experts.data.length === 0) return <p class="empty">{said().empty}</p>
  return (
    <ul class="rows">
      {experts.data.map(({ id, name, title, avatar, department, intro }) => (
        <li key={id}>
          <Link to={`/experts/${encodeURIComponent(id)}`} class="row">
            <Face name={name} avatar={avatar} />
            <div class="row-text">
              <div class="row-top">
                <h2>{name}</h2>
                <span>{[title, departmentOfDoctor(department)].filter(Boolean).join(' · ')}</span>
              </div>
              {!departmentIn(department) && <p>{said().byPhone}</p>}
              {intro && <p class="clamp">{intro}</p>}
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}
