import type { Hospital } from '@zhenyue/contract'
import { words } from '../words.ts'
import { Icon } from './icon.tsx'
import { QuietLink } from './link.tsx'

const said = words(
  { call: (phone: string) => `拨打 ${phone}`, about: '医院介绍' },
  { call: (phone: string) => `Call ${phone}`, about: 'About the hospital' },
)

export const telephone = (phone: string) => `tel:${phone.replace(/[^\d+*#,;-]/g, '')}`

export const CallLink = ({ phone }: { phone: string }) =>
  /\d/.test(phone) ? (
    <a class="button button-quiet" href={telephone(phone)}>
      <Icon name="phone" />
      {said().call(phone)}
    </a>
  ) : null

export const HospitalCard = ({ hospital }: { hospital: Hospital }) => (
  <section class="card" aria-labelledby="hospital-name">
    <h2 id="hospital-name">{hospital.name}</h2>
    {hospital.level && <p class="soft">{hospital.level}</p>}
    {hospital.address && (
      <p class="with-icon">
        <Icon name="place" />
        {hospital.address}
      </p>
    )}
    <div class="buttons">
      <CallLink phone={hospital.phone} />
      <QuietLink to="/hospital">{said().about}</QuietLink>
    </div>
  </section>
)
