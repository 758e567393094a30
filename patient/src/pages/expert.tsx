import { departments } from '@zhenyue/contract/rules'
import { api, ask } from '../api.ts'
import type { ScreenProps } from '../screens.ts'
import { Link, QuietLink } from '../ui/link.tsx'
import { Failed, Loading } from '../ui/notice.tsx'
import { Face } from '../ui/picture.tsx'
import { useData } from '../use-data.ts'
import { words } from '../words.ts'

const said = words(
  { about: '医生介绍', book: (name: string) => `预约${name}医生`, all: '查看全部专家' },
  { about: 'About', book: (name: string) => `Book with Dr. ${name}`, all: 'See all experts' },
)

export function ExpertPage({ part: id }: ScreenProps) {
  const expert = useData(() => ask(api.experts.detail, { params: { id } }), id)
  if (expert.state === 'loading') return <Loading />
  if (expert.state === 'failed') {
    return (
      <>
        <Failed error={expert.error} retry={expert.retry} />
        <p class="buttons">
          <QuietLink to="/experts">{said().all}</QuietLink>
        </p>
      </>
    )
  }
  const { name, title, avatar, department, intro } = expert.data
  const departmentName = departments.find((one) => department.includes(one))
  return (
    <>
      <section class="card profile">
        <Face name={name} avatar={avatar} first />
        <div>
          <h2>{name}</h2>
          {title && <p>{title}</p>}
          {department && <p class="soft">{department}</p>}
        </div>
      </section>
      {intro && (
        <section class="card">
          <h2>{said().about}</h2>
          <p class="keep-lines">{intro}</p>
        </section>
      )}
      <div class="actions">
        <Link
          to="/appointment"
          class="button button-main"
          state={{ departmentName: departmentName ?? '', doctorId: id, doctorName: name }}
        >
          {said().book(name)}
        </Link>
      </div>
    </>
  )
}
