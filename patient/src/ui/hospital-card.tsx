import type { Hospital } from '@zhenyue/contract'
import { firstPhone } from '@zhenyue/contract/rules'
import { callTo } from '../links.ts'
import { words } from '../words.ts'
import { Icon } from './icon.tsx'
import { QuietLink } from './link.tsx'

const said = words({ call: '拨打', about: '医院介绍' }, { call: 'Call', about: 'About the hospital' })

/** Calls the first of the numbers that the hospital gives. A long one may go on in another line after a hyphen. */
export function CallLink({ phone, class: look = 'button-quiet' }: { phone: string; class?: string }) {
  const href = callTo(phone)
  if (href === undefined) return null
  const [first, ...rest] = firstPhone(phone)!.split('-')
  return (
    <a class={`button button-call ${look}`} href={href}>
      <span>
        <Icon name="phone" />
        {said().call}{' '}
        <span class="phone">
          {first}
          {rest.map((part) => (
            <>
              -<wbr />
              {part}
            </>
          ))}
        </span>
      </span>
    </a>
  )
}

export const Address = ({ address }: { address: string }) => (
  <p class="with-icon">
    <Icon name="place" />
    <span>{address}</span>
  </p>
)

export const HospitalCard = ({ hospital }: { hospital: Hospital }) => (
  <section class="card" aria-labelledby="hospital-name">
    <h2 id="hospital-name">{hospital.name}</h2>
    {hospital.level && <p class="soft">{hospital.level}</p>}
    {hospital.address && <Address address={hospital.address} />}
    <div class="buttons">
      <CallLink phone={hospital.phone} />
      <QuietLink to="/hospital">{said().about}</QuietLink>
    </div>
  </section>
)
