import type { HomeDocument } from '@zhenyue/contract'
import { api, callTagged } from '../../app/api.ts'
import { sharedDocument } from '../../records/shared-document.ts'
import { leadsSomewhere } from '../../ui/patient-pages.ts'
import { updates, type Section } from './sections.ts'

export const homeKey = ['home']

export const useHome = sharedDocument<HomeDocument>({
  queryKey: homeKey,
  read: () => callTagged(api.home.read, { headers: { 'cache-control': 'no-cache' } }),
  write: (document, etag, [section]) => updates[section!](document, { 'if-match': etag }),
})

export type Home = ReturnType<typeof useHome>

/** Whether a link of the section leads nowhere. */
export const hasBadLink = ({ hero, features }: HomeDocument, section: Section) =>
  (section === 'hero' && !leadsSomewhere(hero.primaryCta.link)) ||
  (section === 'features' && features.some(({ link }) => !leadsSomewhere(link)))
