import type { HomeDocument } from '@zhenyue/contract'
import { api, callTagged, type Tagged } from '../../app/api.ts'
import { i18n } from '../../app/i18n.ts'

export type Section = keyof HomeDocument
export const sections: Section[] = ['hero', 'features', 'expertTeam', 'infoBanner', 'heroExperts']

const names = i18n<Record<Section, string>>(
  {
    hero: '首页头图',
    features: '功能入口',
    expertTeam: '专家团队',
    infoBanner: '公告',
    heroExperts: '推荐专家',
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

type Update = (document: HomeDocument, headers: Record<string, string>) => Promise<Tagged<HomeDocument>>

/** Each section is saved by itself. */
export const updates: Record<Section, Update> = {
  hero: ({ hero }, headers) => callTagged(api.home.updateHero, { body: hero, headers }),
  features: ({ features }, headers) => callTagged(api.home.replaceFeatures, { body: features, headers }),
  expertTeam: ({ expertTeam }, headers) =>
    callTagged(api.home.replaceExpertTeam, { body: expertTeam, headers }),
  infoBanner: ({ infoBanner }, headers) =>
    callTagged(api.home.updateInfoBanner, { body: infoBanner, headers }),
  heroExperts: ({ heroExperts }, headers) =>
    callTagged(api.home.replaceHeroExperts, { body: heroExperts, headers }),
}
