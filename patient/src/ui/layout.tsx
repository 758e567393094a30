import type { ComponentChildren, Ref } from 'preact'
import { goBack } from '../navigation.ts'
import { screenTitles, type ScreenName } from '../routes.ts'
import { useSite } from '../site.ts'
import { changeView, view } from '../view.ts'
import { words } from '../words.ts'
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
  },
  {
    skip: 'Skip to content',
    back: 'Back',
    elder: 'Large view',
    plain: 'Standard view',
    main: 'Main pages',
    home: 'Home',
    appointment: 'Book',
    'my-appointments': 'My visits',
    settings: 'Settings',
    help: 'Help',
    privacy: 'Privacy',
    more: 'More',
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

/** Screens where the person is in the middle of something have no tabs to leave by. */
const flows: ScreenName[] = ['self-test', 'appointment']

interface LayoutProps {
  screen: ScreenName
  mainRef: Ref<HTMLElement>
  children: ComponentChildren
}

/** Without an entry in the history, which would be one without the state of this screen. */
function skipToMain(event: Event) {
  event.preventDefault()
  document.getElementById('main')!.focus()
}

export function Layout({ screen, mainRef, children }: LayoutProps) {
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        {said().skip}
      </a>
      <header class="top">{screen === 'home' ? <Brand /> : <Title screen={screen} />}</header>
      <main id="main" tabIndex={-1} ref={mainRef}>
        {children}
      </main>
      {screen === 'home' && <Footer />}
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
    <>
      <span class="brand">
        <Picture src={hospital?.logo ?? ''} alt="" class="logo" width={40} height={40} first />
        <span>{hospital?.name ?? '诊约'}</span>
      </span>
      <ElderSwitch />
    </>
  )
}

const Title = ({ screen }: Pick<LayoutProps, 'screen'>) => (
  <>
    <button type="button" class="button-icon" aria-label={said().back} onClick={() => goBack('/')}>
      <Icon name="back" />
    </button>
    <h1>{screenTitles()[screen]}</h1>
  </>
)

const Footer = () => (
  <footer>
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
