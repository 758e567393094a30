import { api, type Endpoint } from '@zhenyue/contract'
import type { Client } from './people.ts'

type Home = Awaited<ReturnType<typeof readHome>>
export const readHome = (admin: Client) => admin.call(api.home.read)

/** Where something is written: by which operation, to which record, in which body. */
export type Place = [write: Endpoint, id: string, body: (value: string) => unknown]

const person = { id: '1', name: '甲', title: '医师', avatar: '' }
const feature = { icon: '📝', title: '一', link: '/' }

export const linkPlaces = (home: Home): Place[] => [
  [api.banners.create, '', (link) => ({ title: '标题', link })],
  [api.banners.update, 'ban-1', (link) => ({ link })],
  [api.home.updateHero, '', (link) => ({ primaryCta: { link } })],
  [api.home.replaceFeatures, '', (link) => [{ ...feature, link }]],
  [api.home.replace, '', (link) => ({ ...home, features: [{ ...feature, link }] })],
  [api.home.replace, '', (link) => ({ ...home, hero: { ...home.hero, primaryCta: { text: '去', link } } })],
]

export const imagePlaces = (home: Home): Place[] => [
  [api.banners.create, '', (image) => ({ title: '标题', image })],
  [api.banners.update, 'ban-1', (image) => ({ image })],
  [api.experts.create, '', (avatar) => ({ name: '甲', avatar })],
  [api.experts.update, 'exp-1', (avatar) => ({ avatar })],
  [api.images.create, '', (image) => ({ image })],
  [api.images.update, 'img-1', (image) => ({ image })],
  [api.home.updateHero, '', (bgImage) => ({ bgImage })],
  [api.home.replaceExpertTeam, '', (avatar) => ({ expertTeam: [{ ...person, avatar }] })],
  [api.home.replaceHeroExperts, '', (avatar) => [{ ...person, avatar }]],
  [api.home.replace, '', (bgImage) => ({ ...home, hero: { ...home.hero, bgImage } })],
  [api.home.replace, '', (avatar) => ({ ...home, expertTeam: [{ ...person, avatar }] })],
  [api.uploads.expert, '', (url) => ({ url })],
]

export const uploadPlaces: Place[] = [api.uploads.image, api.uploads.expert].flatMap((upload: Endpoint) =>
  ['base64', 'image', 'data', 'file'].map((name): Place => [upload, '', (value) => ({ [name]: value })]),
)

export const textPlaces = (home: Home): Place[] => [
  ...['title', 'subtitle'].map((key): Place => [
    api.banners.create,
    '',
    (text) => ({ title: '甲', [key]: text }),
  ]),
  ...['name', 'title', 'department', 'intro'].map((key): Place => [
    api.experts.create,
    '',
    (text) => ({ name: '甲', [key]: text }),
  ]),
  [api.images.create, '', (caption) => ({ image: '/a.png', caption })],
  [api.home.updateHero, '', (title) => ({ title, subtitle: title, primaryCta: { text: title } })],
  [api.home.updateInfoBanner, '', (text) => ({ texts: [text] })],
  [api.home.replaceFeatures, '', (text) => [{ link: '/', icon: text, title: text }]],
  [api.home.replaceExpertTeam, '', (text) => [{ avatar: '', id: text, name: text, title: text }]],
  [api.home.replace, '', (text) => ({ ...home, infoBanner: { enabled: true, texts: [text] } })],
]
