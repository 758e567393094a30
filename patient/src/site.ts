import type { Banner, HomeDocument, Hospital, MessageKind } from '@zhenyue/contract'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

export interface Front {
  home: HomeDocument
  banners: Banner[]
}

/** What the server puts into a page, so that it can be shown without asking again. */
export interface Site {
  hospital?: Hospital | undefined
  front?: Front | undefined
  /** What the hospital sends to the phone of a patient. */
  messages?: MessageKind[]
  /** Where patients have to prove their number, if anywhere. */
  phoneProof?: 'list' | 'all'
  /** Whether they have to agree to the privacy policy. */
  consent?: 'required'
  /** The hospital's day, `YYYY-MM-DD`, and by how many minutes its clocks are ahead of UTC. */
  today?: string
  utcOffset?: number
}

export const SiteContext = createContext<Site>({})
export const useSite = () => useContext(SiteContext)
