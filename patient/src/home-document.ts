import type { HomeDocument } from '@zhenyue/contract'

type Loose = Record<string, unknown>
const object = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const items = (value: unknown) => (Array.isArray(value) ? value.map(object) : [])

const people = (value: unknown) =>
  items(value).map(({ id, name, title, avatar }) => ({
    id: text(id),
    name: text(name),
    title: text(title),
    avatar: text(avatar),
  }))

/** A home document with every part in place: a draft may lack some, and so may what a phone has kept. */
export function completeHome(draft: unknown): HomeDocument {
  const { hero, features, expertTeam, infoBanner, heroExperts } = object(draft)
  const { title, subtitle, bgImage, primaryCta } = object(hero)
  const { enabled, texts } = object(infoBanner)
  const cta = object(primaryCta)
  return {
    hero: {
      title: text(title),
      subtitle: text(subtitle),
      bgImage: text(bgImage),
      primaryCta: { text: text(cta['text']), link: text(cta['link']) },
    },
    features: items(features).map(({ icon, title, link }) => ({
      icon: text(icon),
      title: text(title),
      link: text(link),
    })),
    expertTeam: people(expertTeam),
    infoBanner: { enabled: enabled === true, texts: Array.isArray(texts) ? texts.map(text) : [] },
    heroExperts: people(heroExperts),
  }
}
