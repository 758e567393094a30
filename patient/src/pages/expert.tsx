import { departmentIn } from '@zhenyue/contract/rules'
import { api, ask } from '../api.ts'
import { departmentOfDoctor } from '../labels.ts'
import type { ScreenProps } from '../screens.ts'
import { useSite } from '../site.ts'
import { CallLink } from '../ui/hospital-card.tsx'
import { Link, QuietLink } from '../ui/link.tsx'
import { Failed, Loading, Notice } from '../ui/notice.tsx'
import { Face } from '../ui/picture.tsx'
import { useData } from '../use-data.ts'
import { words } from '../words.ts'

const said = words(
  {
    about: '医生介绍',
    book: (name: string) => `预约${name}医生`,
    all: '查看全部专家',
    byPhone: '这位医生暂不支持网上预约，请打电话预约。',
  },
  {
    about: 'About',
    book: (name: string) => `Book with Dr. ${name}`,
    all: 'See all experts',
    byPhone: 'This doctor cannot be booked online. Please call the hospital.',
  },
)

export function ExpertPage({ part: id }: ScreenProps) {
  const { hospital } = useSite()
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
  const departmentName = departmentIn(department)
  return (
    <>
      <section class="card profile">
        <Face name={name} avatar={avatar} first />
        <div>
          <h2>{name}</h2>
          {title && <p>{title}</p>}
          {department && <p class="soft">{departmentOfDoctor(department)}</p>}
        </div>
      </section>
      {intro && (
        <section class="card">
          <h2>{said().about}</h2>
          <p class="keep-lines">{intro}</p>
        </section>
      )}
      {departmentName ? (
        <div class="actions">
          <Link
            to="/appointment"
            class="button button-main"
            state={{ departmentName, doctorId: id, doctorName: name }}
          >
            {said().book(name)}
          </Link>
        </div>
      ) : (
        <Notice tone="info">
          <p>{said().byPhone}</p>
          <div class="buttons">
            <CallLink phone={hospital?.phone ?? ''} />
          </div>
        </Notice>
      )}
    </>
  )
}
