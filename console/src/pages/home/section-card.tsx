import type { HomeDocument } from '@zhenyue/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { tell, tellFault, warn } from '../../app/feedback.tsx'
import { Conflict } from '../../records/conflict.tsx'
import { Badge } from '../../ui/badge.tsx'
import { i18n } from '../../app/i18n.ts'
import { PeopleForm } from './people-form.tsx'
import { FeaturesForm, HeroForm, InfoBannerForm } from './plain-forms.tsx'
import { sectionName, type Section } from './sections.ts'
import { hasBadLink, type Home } from './use-home.ts'

const t = i18n(
  {
    save: '保存',
    reset: '还原',
    dirty: '未保存',
    saved: (name: string) => `${name}已保存`,
    badLink: '有链接没有填对，请先改好',
    conflict: '您编辑的时候，别人也保存了这一块',
  },
  {
    save: 'Save',
    reset: 'Revert',
    dirty: 'Not saved',
    saved: (name) => `${name} saved`,
    badLink: 'A link leads nowhere; please mend it first',
    conflict: 'Someone else saved this section while you were editing',
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
  const reset = () => home.reset([section])
  const saving = useMutation({
    mutationFn: (overwrite: boolean) => home.save(overwrite, [section]),
    onSuccess: (outcome) => outcome === 'saved' && tell(t().saved(name)),
    onError: tellFault,
  })
  return (
    <section className="card section-card" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {isDirty && <Badge tone="warn">{t().dirty}</Badge>}
        <span className="push" />
        <Button size="small" disabled={!isDirty} onClick={reset}>
          {t().reset}
        </Button>
        <Button
          size="small"
          type="primary"
          disabled={!isDirty}
          loading={saving.isPending}
          onClick={() => (hasBadLink(home.values!, section) ? warn(t().badLink) : saving.mutate(false))}
        >
          {t().save}
        </Button>
      </header>
      {home.conflicts.includes(section) && (
        <Conflict
          title={t().conflict}
          kind="home"
          of={{ ...home, conflicts: [section], reset }}
          overwrite={() => saving.mutate(true)}
        />
      )}
      <Fields section={section} document={home.values!} change={home.change} />
    </section>
  )
}
