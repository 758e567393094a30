import type { Endpoint, HomeDocument } from '@zhenyue/contract'
import type { Reply } from '@zhenyue/contract/client'
import { api, send } from '../../app/api.ts'
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

type Update<S extends Section> = (
  body: HomeDocument[S],
  headers: Record<string, string>,
) => Promise<Omit<Reply<Endpoint>, 'data'> & { data: HomeDocument }>

export const updates: { [S in Section]: Update<S> } = {
  hero: (body, headers) => send(api.home.updateHero, { body, headers }),
  features: (body, headers) => send(api.home.replaceFeatures, { body, headers }),
  expertTeam: (body, headers) => send(api.home.replaceExpertTeam, { body, headers }),
  infoBanner: (body, headers) => send(api.home.updateInfoBanner, { body, headers }),
  heroExperts: (body, headers) => send(api.home.replaceHeroExperts, { body, headers }),
}

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
