import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { HistoryOutlined } from '../../ui/icons.tsx'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { useKeys } from '../../app/keys.ts'
import { QueryState } from '../../ui/states.tsx'
import { i18n } from '../../app/i18n.ts'
import { may } from '../../app/session.ts'
import { Preview } from './preview.tsx'
import { SectionCard } from './section-card.tsx'
import { sections } from './sections.ts'
import { hasBadLink, useHome } from './use-home.ts'
import { Versions } from './versions.tsx'

const t = i18n(
  {
    title: '首页编辑',
    readOnly: '您可以查看首页和历史版本，修改请联系内容编辑。',
    saveAll: '全部保存',
    versions: '历史版本',
    saved: '首页已保存',
    badLink: '有链接没有填对，请先改好',
    conflict: '有的内容与别人的修改冲突，请在对应的卡片里处理',
  },
  {
    title: 'Home page',
    readOnly: 'You can look at the page and its versions; editors change it.',
    saveAll: 'Save all',
    versions: 'Versions',
    saved: 'Home page saved',
    badLink: 'A link leads nowhere; please mend it first',
    conflict: 'Some sections conflict with what others saved; please decide in their cards',
  },
)

export function HomeEditor() {
  const home = useHome()
  const mayEdit = may('content.edit')
  const [showsVersions, showVersions] = useState(false)
  const saving = useMutation({
    async mutationFn() {
      const outcomes = []
      for (const section of home.dirty) outcomes.push(await home.save(false, [section]))
      return outcomes
    },
    onSuccess: (outcomes) => (outcomes.includes('conflict') ? warn(t().conflict) : tell(t().saved)),
    onError: tellFault,
  })
  const saveAll = () => {
    if (!home.isDirty || saving.isPending) return
    if (home.dirty.some((section) => hasBadLink(home.values!, section))) warn(t().badLink)
    else saving.mutate()
  }
  useKeys({ 'mod+s': saveAll })
  return (
    <>
      <div className="page-head">
        <h1>{t().title}</h1>
        {!mayEdit && <span className="quiet">{t().readOnly}</span>}
        <span className="push" />
        <Button icon={<HistoryOutlined />} onClick={() => showVersions(true)}>
          {t().versions}
        </Button>
        {mayEdit && (
          <Button type="primary" disabled={!home.isDirty} loading={saving.isPending} onClick={saveAll}>
            {t().saveAll}
          </Button>
        )}
      </div>
      <QueryState of={home.query} rows={12}>
        {() => (
          <div className="home-editor">
            {mayEdit && (
              <div className="section-cards">
                {sections.map((section) => (
                  <SectionCard key={section} section={section} home={home} />
                ))}
              </div>
            )}
            <Preview home={home.values!} />
          </div>
        )}
      </QueryState>
      {showsVersions && home.stored && <Versions home={home} close={() => showVersions(false)} />}
    </>
  )
}
