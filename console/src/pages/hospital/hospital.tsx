import type { Hospital } from '@zhenyue/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { api, call } from '../../app/api.ts'
import { may } from '../../app/session.ts'
import { Picture } from '../../ui/picture.tsx'
import { QueryState, EmptyState } from '../../ui/states.tsx'
import { showMoment } from '../../ui/moment.ts'
import { i18n } from '../../app/i18n.ts'
import { HospitalEditor } from './hospital-editor.tsx'
import { hospitalWords } from './hospital-words.ts'

const t = i18n(
  {
    title: '医院信息',
    hint: '患者在医院介绍页看到的内容',
    readOnly: '需要修改时，请联系超级管理员。',
    none: '还没有医院信息',
    noneHint: '由管理员在服务器上导入。',
    edit: '编辑',
    updated: '更新时间',
  },
  {
    title: 'Hospital',
    hint: 'What patients read about the hospital',
    readOnly: 'To change it, ask a super administrator.',
    none: 'No hospital yet',
    noneHint: 'An administrator imports it on the server.',
    edit: 'Edit',
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

const Card = ({ hospital, edit }: { hospital: Hospital; edit: (() => void) | false }) => (
  <section className="card hospital" aria-label={hospital.name}>
    <Picture src={hospital.logo} width={56} height={56} />
    <div>
      <h2>{hospital.name}</h2>
      <dl className="facts">
        {facts.map((key) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{hospitalWords()[key]}</dt>
            <dd className="any-text">{hospital[key] === '' ? '–' : hospital[key]}</dd>
          </div>
        ))}
        <dt>{t().updated}</dt>
        <dd>{showMoment(hospital.updatedAt)}</dd>
      </dl>
    </div>
    {edit && (
      <Button className="push" onClick={edit}>
        {t().edit}
      </Button>
    )}
  </section>
)

export function HospitalPage() {
  const hospitals = useQuery({ queryKey: ['hospitals'], queryFn: () => call(api.hospitals.list) })
  const [edited, setEdited] = useState<Hospital>()
  const mayEdit = may(api.hospitals.update)
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        <span className="quiet">{mayEdit ? t().hint : t().readOnly}</span>
      </div>
      <QueryState of={hospitals}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t().none} hint={t().noneHint} />
          ) : (
            list.map((hospital) => (
              <Card key={hospital.id} hospital={hospital} edit={mayEdit && (() => setEdited(hospital))} />
            ))
          )
        }
      </QueryState>
      {edited && <HospitalEditor hospital={edited} close={() => setEdited(undefined)} />}
    </>
  )
}
