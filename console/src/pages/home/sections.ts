import type { HomeDocument } from '@zhenyue/contract'
import { api } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'

export type Section = keyof HomeDocument
export const sections: Section[] = ['hero', 'features', 'expertTeam', 'infoBanner', 'heroExperts']

const names = i18n<Record<Section, string>>(
  {
    hero: '首屏',
    features: '功能入口',
    expertTeam: '专家团队',
    infoBanner: '公告条',
    heroExperts: '首屏专家',
  },
  {
    hero: 'Hero',
    features: 'Features',
    expertTeam: 'Expert team',
    infoBanner: 'Info banner',
    heroExperts: 'Hero experts',
  },
)
export const sectionName = (section: string) => names()[section as Section] ?? section

export const updates = {
  hero: api.home.updateHero,
  features: api.home.replaceFeatures,
  expertTeam: api.home.replaceExpertTeam,
  infoBanner: api.home.updateInfoBanner,
  heroExperts: api.home.replaceHeroExperts,
}

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
