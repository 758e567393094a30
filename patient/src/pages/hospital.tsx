import type { Hospital, HospitalImage } from '@zhenyue/contract'
import { firstPhone, primaryHospitalId } from '@zhenyue/contract/rules'
import { api, ask } from '../api.ts'
import { Address, CallLink } from '../ui/hospital-card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Failed, Loading } from '../ui/notice.tsx'
import { Picture } from '../ui/picture.tsx'
import { useSite } from '../site.ts'
import { useData } from '../use-data.ts'
import { words } from '../words.ts'

const said = words(
  {
    established: '建院',
    year: (year: string) => `${year}年`,
    departments: '科室',
    doctors: '医生',
    beds: '床位',
    about: '医院介绍',
    pictures: '医院环境',
    book: '预约就诊',
  },
  {
    established: 'Since',
    year: (year: string) => year,
    departments: 'Departments',
    doctors: 'Doctors',
    beds: 'Beds',
    about: 'About us',
    pictures: 'The hospital in pictures',
    book: 'Book a visit',
  },
)

export function HospitalPage() {
  const site = useSite()
  const id = site.hospital?.id ?? primaryHospitalId
  const hospital = useData(() => ask(api.hospitals.detail, { params: { id } }), id)
  const images = useData(() => ask(api.images.list, { query: { enabled: 'true', hospitalId: id } }), id)
  const shown = hospital.data ?? site.hospital
  if (!shown) {
    return hospital.state === 'failed' ? (
      <Failed error={hospital.error} retry={hospital.retry} />
    ) : (
      <Loading />
    )
  }
  return (
    <>
      {images.state === 'loading' ? (
        <div class="gallery-place" />
      ) : (
        <Gallery pictures={picturesOf(shown, images.data)} />
      )}
      {images.state === 'failed' && <Failed error={images.error} retry={images.retry} />}
      <div class="about">
        <About hospital={shown} />
        <div class="actions">
          <Link to="/appointment" class="button button-main">
            {said().book}
          </Link>
        </div>
      </div>
    </>
  )
}

type Shown = Pick<HospitalImage, 'id' | 'image' | 'caption'>

/** The pictures of the hospital, or else the one that stands for it. */
function picturesOf({ banner, name }: Hospital, images: Shown[] = []): Shown[] {
  if (images.length > 0 || !banner) return images
  return [{ id: 'banner', image: banner, caption: name }]
}

function Gallery({ pictures }: { pictures: Shown[] }) {
  if (pictures.length === 0) return null
  return (
    <section aria-label={said().pictures}>
      <ul class="gallery" tabIndex={0} aria-label={said().pictures}>
        {pictures.map(({ id, image, caption }, index) => (
          <li key={id}>
            <figure>
              <Picture src={image} alt={caption} class="" width={960} height={640} first={index === 0} />
              <figcaption>
                {index + 1}/{pictures.length} {caption}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

function About({ hospital }: { hospital: Hospital }) {
  const { name, level, intro, address, phone, description, established } = hospital
  const figures = [
    [said().established, established && said().year(established)],
    [said().departments, hospital.departments],
    [said().doctors, hospital.doctors],
    [said().beds, hospital.beds],
  ].filter(([, value]) => value)
  return (
    <>
      <section class="card">
        <h2>{name}</h2>
        {level && <p class="soft">{level}</p>}
        {intro && <p class="keep-lines">{intro}</p>}
        {figures.length > 0 && (
          <dl class="figures">
            {figures.map(([label, value]) => (
              <div>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      {(address || phone) && (
        <section class="card">
          {address && <Address address={address} />}
          {phone && phone !== firstPhone(phone) && (
            <p class="with-icon">
              <Icon name="phone" />
              <span>{phone}</span>
            </p>
          )}
          <div class="buttons">
            <CallLink phone={phone} />
          </div>
        </section>
      )}
      {description && (
        <section class="card">
          <h2>{said().about}</h2>
          <p class="keep-lines">{description}</p>
        </section>
      )}
    </>
  )
}
