import type { HomeDocument } from '@zhenyue/contract'
import { useFront } from '../front.ts'
import type { Front } from '../site.ts'
import { useSite } from '../site.ts'
import { Icon } from '../ui/icon.tsx'
import { DocumentLink, Link } from '../ui/link.tsx'
import { Failed, Loading, Notice } from '../ui/notice.tsx'
import { Face, Picture } from '../ui/picture.tsx'
import { showWhole } from '../ui/strip.ts'
import { words } from '../words.ts'
import { HospitalCard } from '../ui/hospital-card.tsx'
import { InfoBanner } from './info-banner.tsx'

const said = words(
  {
    services: '就医服务',
    heroExperts: '推荐专家',
    team: '专家团队',
    all: '全部专家',
    topics: '服务推荐',
    kept: (when: string) => `网络不稳定，下面是${when}保存在手机上的内容。`,
    again: '再试一次',
  },
  {
    services: 'Services',
    heroExperts: 'Recommended experts',
    team: 'Our experts',
    all: 'All experts',
    topics: 'For you',
    kept: (when: string) => `The network is slow. Below is what this phone kept on ${when}.`,
    again: 'Try again',
  },
)

export function HomePage() {
  const { front, keptAt, error, retry } = useFront()
  if (!front) return error === undefined ? <Loading /> : <Failed error={error} retry={retry} />
  return (
    <>
      {keptAt !== undefined && (
        <Notice tone="warning" alert>
          <p>{said().kept(keptAt)}</p>
          <button type="button" class="button button-quiet" onClick={retry}>
            {said().again}
          </button>
        </Notice>
      )}
      <HomeContent {...front} />
    </>
  )
}

export function HomeContent({ home, banners }: Front) {
  const { hospital } = useSite()
  return (
    <>
      <Hero {...home.hero} />
      <InfoBanner {...home.infoBanner} />
      <Features features={home.features} />
      <People title={said().heroExperts} people={home.heroExperts} class="people people-first" />
      <Banners banners={banners} />
      <People title={said().team} people={home.expertTeam} class="people" all />
      {hospital && <HospitalCard hospital={hospital} />}
    </>
  )
}

function Hero({ title, subtitle, bgImage, primaryCta }: HomeDocument['hero']) {
  if (!title && !subtitle && !bgImage && !primaryCta.text) return null
  return (
    <section class="hero">
      <Picture src={bgImage} alt="" class="hero-picture" width={1200} height={800} first />
      <div class="hero-text">
        {title && <h1>{title}</h1>}
        {subtitle && <p>{subtitle}</p>}
        {primaryCta.text && (
          <DocumentLink link={primaryCta.link} class="button button-main">
            {primaryCta.text}
          </DocumentLink>
        )}
      </div>
    </section>
  )
}

function Features({ features }: Pick<HomeDocument, 'features'>) {
  const shown = features.filter(({ icon, title }) => icon || title)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="services">
      <h2 id="services">{said().services}</h2>
      <ul class="features">
        {shown.map(({ icon, title, link }) => (
          <li>
            <DocumentLink link={link} class="feature">
              <span class="feature-icon" aria-hidden={title ? 'true' : undefined}>
                {icon}
              </span>
              <span>{title}</span>
            </DocumentLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PeopleProps {
  title: string
  people: HomeDocument['expertTeam']
  class: string
  all?: boolean
}

function People({ title, people, all, ...rest }: PeopleProps) {
  const shown = people.filter(({ name }) => name)
  if (shown.length === 0) return null
  return (
    <section>
      <div class="heading">
        <h2>{title}</h2>
        {all && (
          <Link to="/experts" class="more">
            {said().all}
            <Icon name="forward" />
          </Link>
        )}
      </div>
      <ul {...rest}>
        {shown.map(({ id, name, title, avatar }) => (
          <li>
            <Link to={id ? `/experts/${encodeURIComponent(id)}` : '/experts'} class="person">
              <Face name={name} avatar={avatar} />
              <span class="person-text">
                <strong>{name}</strong>
                {title && <small>{title}</small>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Banners({ banners }: Pick<Front, 'banners'>) {
  if (banners.length === 0) return null
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">{said().topics}</h2>
      <ul class="banners" onKeyUp={showWhole}>
        {banners.map(({ id, title, subtitle, image, link }) => (
          <li key={id}>
            <DocumentLink link={link} class="banner">
              <Picture
                src={image}
                alt={title ? '' : subtitle}
                class="banner-picture"
                width={1200}
                height={480}
              />
              {(title || subtitle) && (
                <span class="banner-text">
                  {title && <strong>{title}</strong>}
                  {subtitle && <small>{subtitle}</small>}
                </span>
              )}
            </DocumentLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
