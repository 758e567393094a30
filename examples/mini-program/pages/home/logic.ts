import { api, call, readHospital, type Hospital } from '../../service'

export interface Home {
  hospital: Hospital
  title: string
  subtitle: string
  notices: string[]
}

export async function readHome(): Promise<Home> {
  const [hospital, { hero, infoBanner }] = await Promise.all([readHospital(), call(api.home.read)])
  return {
    hospital,
    title: hero.title,
    subtitle: hero.subtitle,
    notices: infoBanner.enabled ? infoBanner.texts : [],
  }
}
