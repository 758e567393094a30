import { useQuery } from '@tanstack/react-query'
import { api, call } from '../../app/api.ts'
import { Picture } from '../../ui/picture.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { showMoment } from '../../ui/moment.ts'
import { i18n } from '../../app/i18n.ts'

const t = i18n(
  {
    title: '医院信息',
    why: '这里只读。需要修改时,请管理员在服务器上运行 zhenyue hospital import。',
    none: '还没有医院信息',
    hint: '由管理员在服务器上导入。',
    level: '等级',
    address: '地址',
    phone: '电话',
    established: '建院',
    departments: '科室数',
    doctors: '医生数',
    beds: '床位数',
    intro: '简介',
    description: '详细介绍',
    updated: '更新于',
  },
  {
    title: 'Hospital',
    why: 'Read only. To change it, an administrator runs zhenyue hospital import on the server.',
    none: 'No hospital yet',
    hint: 'An administrator imports it on the server.',
    level: 'Level',
    address: 'Address',
    phone: 'Phone',
    established: 'Founded',
    departments: 'Departments',
    doctors: 'Doctors',
    beds: 'Beds',
    intro: 'In short',
    description: 'Description',
    updated: 'Updated',
  },
)

const facts = [
  'level',
  'address',
  'phone',
  'established',
  'departments',
  'doctors',
  'beds',
  'intro',
  'description',
] as const

export function HospitalPage() {
  const hospitals = useQuery({ queryKey: ['hospitals'], queryFn: () => call(api.hospitals.list) })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{t().why}</span>
      </div>
      <QueryState of={hospitals}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t().none} hint={t().hint} />
          ) : (
            list.map((hospital) => (
              <section key={hospital.id} className="card hospital">
                <Picture src={hospital.logo} width={56} height={56} />
                <div>
                  <h2>{hospital.name}</h2>
                  <dl className="facts">
                    {facts.map((key) => (
                      <div key={key} style={{ display: 'contents' }}>
                        <dt>{t()[key]}</dt>
                        <dd className="any-text">{hospital[key] === '' ? '–' : hospital[key]}</dd>
                      </div>
                    ))}
                    <dt>{t().updated}</dt>
                    <dd>{showMoment(hospital.updatedAt)}</dd>
                  </dl>
                </div>
              </section>
            ))
          )
        }
      </QueryState>
    </>
  )
}
