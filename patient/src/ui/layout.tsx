import type { ComponentChildren, Ref } from 'preact'
import { goBack } from '../navigation.ts'
import { screenTitles, type ScreenName } from '../routes.ts'
import { useSite } from '../site.ts'
import { changeView, view } from '../view.ts'
import { words } from '../words.ts'
import { Emergency } from './emergency.tsx'
import { HospitalCard } from './hospital-card.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Link } from './link.tsx'
import { Picture } from './picture.tsx'

const said = words(
  {
    skip: '跳到正文',
    back: '返回',
    elder: '长辈版',
    plain: '标准版',
    main: '主要页面',
    home: '首页',
    appointment: '预约',
    'my-appointments': '我的预约',
    settings: '设置',
    help: '使用帮助',
    privacy: '隐私说明',
    more: '更多',
    beside: '医院信息',
  },
  {
    skip: 'Skip to content',
    back: 'Back',
    elder: 'Large view',
    plain: 'Standard view',
    main: 'Main pages',
    home: 'Home',
    appointment: 'Book',
    'my-appointments': 'My appointments',
    settings: 'Settings',
    help: 'Help',
    privacy: 'Privacy',
    more: 'More',
    beside: 'About the hospital',
  },
)

const tabs: {
  screen: 'home' | 'appointment' | 'my-appointments' | 'settings'
  to: string
  icon: IconName
}[] = [
  { screen: 'home', to: '/', icon: 'home' },
  { screen: 'appointment', to: '/appointment', icon: 'calendar' },
  { screen: 'my-appointments', to: '/my-appointments', icon: 'list' },
  { screen: 'settings', to: '/settings', icon: 'settings' },
]

const menuNames = words(
  {
    home: '首页',
    appointment: '预约就诊',
    'my-appointments': '我的预约',
    'self-test': '健康自测',
    experts: '专家团队',
    hospital: '医院介绍',
  },
  {
    home: 'Home',
    appointment: 'Book',
    'my-appointments': 'My appointments',
    'self-test': 'Self-test',
    experts: 'Experts',
    hospital: 'Hospital',
  },
)

/** Screens where the person is in the middle of something have no tabs to leave by. */
const flows: ScreenName[] = ['self-test', 'appointment']

/** Screens that fill a wide window by themselves; beside the others stands how to reach the hospital. */
const wide: ScreenName[] = ['home', 'experts', 'hospital']

interface LayoutProps {
  screen: ScreenName
  mainRef: Ref<HTMLElement>
  /** What is in the middle waits, and something else is shown: `.cover`. */
  covered?: boolean
  children: ComponentChildren
}

/** Without an entry in the history, which would be one without the state of this screen. */
function skipToMain(event: Event) {
  event.preventDefault()
  document.getElementById('main')!.focus()
}

/** On a phone a title and tabs; in a wide window, by the style alone, a menu at the top. */
export function Layout({ screen, mainRef, covered, children }: LayoutProps) {
  const isHome = screen === 'home'
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {said().skip}
      </a>
      <header>
        <div class="bar">
          <Brand />
          <Menu screen={screen} />
          <ElderSwitch />
        </div>
        <div class={isHome ? 'top top-home' : 'top'}>
          {isHome ? (
            <>
              <Brand />
              <ElderSwitch />
            </>
          ) : (
            <Title screen={screen} />
          )}
        </div>
      </header>
      <div class={wide.includes(screen) ? 'page' : 'page page-beside'}>
        <main id="main" tabIndex={-1} ref={mainRef} class={covered ? 'covered' : undefined}>
          {children}
        </main>
        {!wide.includes(screen) && <Beside screen={screen} />}
      </div>
      <Footer screen={screen} />
      {!flows.includes(screen) && <Tabs screen={screen} />}
    </>
  )
}

export const ElderSwitch = () => (
  <button
    type="button"
    class="button button-quiet elder-switch"
    onClick={() => changeView({ elder: !view().elder })}
  >
    {view().elder ? said().plain : said().elder}
  </button>
)

function Brand() {
  const { hospital } = useSite()
  return (
    <span class="brand">
      <Picture src={hospital?.logo ?? ''} alt="" class="logo" width={40} height={40} first />
      <span>{hospital?.name ?? '诊约'}</span>
    </span>
  )
}

const Menu = ({ screen }: Pick<LayoutProps, 'screen'>) => (
  <nav class="menu" aria-label={said().main}>
    {Object.entries(menuNames()).map(([name, title]) => (
      <Link to={name === 'home' ? '/' : `/${name}`} current={name === screen}>
        {title}
      </Link>
    ))}
  </nav>
)

const Title = ({ screen }: Pick<LayoutProps, 'screen'>) => (
  <>
    <button type="button" class="button-icon" aria-label={said().back} onClick={() => goBack('/')}>
      <Icon name="back" />
    </button>
    <h1>{screenTitles()[screen]}</h1>
  </>
)

function Beside({ screen }: Pick<LayoutProps, 'screen'>) {
  const { hospital } = useSite()
  return (
    <aside class="beside" aria-label={said().beside}>
      {hospital && <HospitalCard hospital={hospital} />}
      {screen !== 'self-test' && <Emergency short />}
    </aside>
  )
}

/** On a phone at the end of the home page, in a wide window everywhere. */
const Footer = ({ screen }: Pick<LayoutProps, 'screen'>) => (
  <footer class={screen === 'home' ? undefined : 'wide-only'}>
    <nav aria-label={said().more}>
      <Link to="/help">{said().help}</Link>
      <Link to="/privacy">{said().privacy}</Link>
      <Link to="/settings">{said().settings}</Link>
    </nav>
  </footer>
)

const Tabs = ({ screen }: Pick<LayoutProps, 'screen'>) => (
  <nav class="tabs" aria-label={said().main}>
    {tabs.map((tab) => (
      <Link to={tab.to} current={tab.screen === screen}>
        <Icon name={tab.icon} />
        {said()[tab.screen]}
      </Link>
    ))}
  </nav>
)
