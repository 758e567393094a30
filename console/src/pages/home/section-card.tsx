import type { HomeDocument } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Space } from 'antd'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { Changes } from '../../records/changes.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'
import { PeopleForm } from './people-form.tsx'
import { FeaturesForm, HeroForm, InfoBannerForm } from './plain-forms.tsx'
import { sectionName, type Section } from './sections.ts'
import type { Home } from './use-home.ts'

const t = i18n(
  {
    save: '保存',
    reset: '还原',
    dirty: '未保存',
    saved: (name: string) => `${name}已保存`,
    badLink: '有链接没有填对，请先改好',
    conflict: '您编辑的时候，别人也保存了这一块',
    conflictText: '您写的内容还在。请看一下对方的版本，再决定用哪一份。',
    theirs: '我的 → 对方的',
    overwrite: '用我的，覆盖对方',
    take: '放弃我的，用对方的',
  },
  {
    save: 'Save',
    reset: 'Revert',
    dirty: 'Not saved',
    saved: (name) => `${name} saved`,
    badLink: 'A link leads nowhere; please mend it first',
    conflict: 'Someone else saved this section while you were editing',
    conflictText: 'What you wrote is still here. Look at their version, then decide.',
    theirs: 'Mine → theirs',
    overwrite: 'Use mine, overwrite theirs',
    take: 'Drop mine, take theirs',
  },
)

function Fields({
  section,
  document,
  change,
}: {
  section: Section
  document: HomeDocument
  change: Home['change']
}) {
  if (section === 'hero')
    return <HeroForm value={document.hero} onChange={(value) => change('hero', value)} />
  if (section === 'features')
    return <FeaturesForm value={document.features} onChange={(value) => change('features', value)} />
  if (section === 'infoBanner')
    return <InfoBannerForm value={document.infoBanner} onChange={(value) => change('infoBanner', value)} />
  return <PeopleForm value={document[section]} onChange={(value) => change(section, value)} />
}

export function SectionCard({ section, home }: { section: Section; home: Home }) {
  const name = sectionName(section)
  const isDirty = home.dirty.includes(section)
  const conflict = home.conflictOf(section)
  const saving = useMutation({
    mutationFn: ({ overwrite = false }: { overwrite?: boolean }) => home.save(section, overwrite),
    onSuccess: (outcome) => outcome === 'saved' && tell(t().saved(name)),
    onError: tellFault,
  })
  return (
    <section className="card section-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {isDirty && <Badge tone="warn">{t().dirty}</Badge>}
        <span className="push" />
        <Button size="small" disabled={!isDirty} onClick={() => home.reset(section)}>
          {t().reset}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={!isDirty}
          loading={saving.isPending}
          onClick={() => (home.hasBadLink(section) ? warn(t().badLink) : saving.mutate({}))}
        >
          {t().save}
        </Button>
      </header>
      {conflict && (
        <Alert
          type="warning"
          showIcon
          title={t().conflict}
          description={
            <>
              <p>{t().conflictText}</p>
              <strong>{t().theirs}</strong>
              <Changes changes={{ [section]: [home.document![section], conflict.theirs] }} />
              <Space>
                <Button size="small" danger onClick={() => saving.mutate({ overwrite: true })}>
                  {t().overwrite}
                </Button>
                <Button size="small" onClick={() => home.reset(section)}>
                  {t().take}
                </Button>
              </Space>
            </>
          }
        />
      )}
      <Fields section={section} document={home.document!} change={home.change} />
    </section>
  )
}
