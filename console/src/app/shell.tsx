import { Button, Drawer, Dropdown, Tooltip } from 'antd'
import { useEffect, type ReactNode } from 'react'
import {
  DesktopOutlined,
  MenuOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  SunOutlined,
  TranslationOutlined,
  UserOutlined,
} from '../ui/icons.tsx'
import { loaded } from './loaded.tsx'
import { linkTo, usePath } from './router.ts'
import { matchRoute, permittedRoutes } from './routes.tsx'
import { locked, session } from './session.ts'
import { createStore } from './store.ts'
import { appearance } from './theme.ts'
import { i18n, language, textOf } from './i18n.ts'
import { newBooking } from './new-booking.ts'
import { logOut } from './log-out.ts'
import { OfflineBar } from './offline-bar.tsx'
import { Palette, palette } from './palette.tsx'
import { Progress } from './progress.tsx'
import { Shortcuts, shortcuts } from './shortcuts.tsx'

const t = i18n(
  {
    brand: '诊约工作台',
    search: '搜索或跳转',
    help: '快捷键',
    theme: { system: '外观：跟随系统', light: '外观：浅色', dark: '外观：深色' },
    language: 'Switch to English',
    me: '我的账号',
    lock: '锁定',
    leave: '退出登录',
    menu: '主菜单',
    skip: '跳到正文',
    groups: { work: '日常', schedule: '出诊', content: '内容', system: '系统' },
  },
  {
    brand: 'Zhenyue Console',
    search: 'Search or jump',
    help: 'Shortcuts',
    theme: { system: 'Appearance: system', light: 'Appearance: light', dark: 'Appearance: dark' },
    language: '切换到中文',
    me: 'My account',
    lock: 'Lock',
    leave: 'Log out',
    menu: 'Main menu',
    skip: 'Skip to content',
    groups: { work: 'Daily work', schedule: 'Schedules', content: 'Content', system: 'System' },
  },
)

/** The menu of a narrow window. */
const menuDrawer = createStore(false)

function MenuDrawer() {
  const isOpen = menuDrawer.use()
  const path = usePath()
  useEffect(() => menuDrawer.set(false), [path])
  return (
    <Drawer
      open={isOpen}
      placement="left"
      size={264}
      title={t().brand}
      className="menu-drawer"
      onClose={() => menuDrawer.set(false)}
    >
      <Menu />
    </Drawer>
  )
}

function Menu() {
  const path = usePath()
  const current = matchRoute(path)
  const groups = (['work', 'schedule', 'content', 'system'] as const)
    .map((group) => ({ group, pages: permittedRoutes().filter((route) => route.group === group) }))
    .filter(({ pages }) => pages.length > 0)
  return (
    <nav className="menu" aria-label={t().menu}>
      {groups.map(({ group, pages }) => (
        <section key={group} aria-label={t().groups[group]}>
          <h2>{t().groups[group]}</h2>
          {pages.map((route) => (
            <a
              key={route.path}
              {...linkTo(route.path)}
              aria-current={route === current ? 'page' : undefined}
              title={textOf(route.name)}
            >
              <route.icon />
              <span>{textOf(route.name)}</span>
            </a>
          ))}
        </section>
      ))}
    </nav>
  )
}

const nextAppearance = { system: 'light', light: 'dark', dark: 'system' } as const

function Bar() {
  const admin = session.use()?.admin
  const chosen = appearance.use()
  const isMac = navigator.platform.startsWith('Mac')
  const appearanceIcon = { system: <DesktopOutlined />, light: <SunOutlined />, dark: <MoonOutlined /> }[
    chosen
  ]
  return (
    <header className="bar">
      <Button
        type="text"
        className="bar-menu"
        aria-label={t().menu}
        icon={<MenuOutlined />}
        onClick={() => menuDrawer.set(true)}
      />
      <a className="brand" aria-label={t().brand} {...linkTo('/')}>
        <img src="/media/logo.svg" alt="" width={26} height={26} />
        <span>{t().brand}</span>
      </a>
      <button type="button" className="bar-search" onClick={() => palette.set(true)}>
        <SearchOutlined />
        <span>{t().search}</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Tooltip title={t().help}>
        <Button
          type="text"
          className="bar-help"
          aria-label={t().help}
          icon={<QuestionCircleOutlined />}
          onClick={() => shortcuts.set(true)}
        />
      </Tooltip>
      <Tooltip title={t().theme[chosen]}>
        <Button
          type="text"
          aria-label={t().theme[chosen]}
          icon={appearanceIcon}
          onClick={() => appearance.set(nextAppearance[chosen])}
        />
      </Tooltip>
      <Tooltip title={t().language}>
        <Button
          type="text"
          aria-label={t().language}
          icon={<TranslationOutlined />}
          onClick={() => language.set(language.get() === 'zh' ? 'en' : 'zh')}
        />
      </Tooltip>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'me', label: <a {...linkTo('/me')}>{t().me}</a> },
            { key: 'lock', label: t().lock, onClick: () => locked.set(true) },
            { key: 'leave', label: t().leave, onClick: () => void logOut() },
          ],
        }}
      >
        <Button
          type="text"
          icon={<UserOutlined />}
          className="bar-me"
          aria-label={admin?.nickname || admin?.username}
        >
          {admin?.nickname || admin?.username}
        </Button>
      </Dropdown>
    </header>
  )
}

const BookingDialog = loaded(async () => (await import('../pages/booking/new-booking.tsx')).NewBooking)

export function Shell({ children }: { children: ReactNode }) {
  const isBooking = newBooking.use() !== undefined
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t().skip}
      </a>
      <Progress />
      <Bar />
      <div className="menu-side">
        <Menu />
      </div>
      <main id="main" tabIndex={-1}>
        <OfflineBar />
        {children}
      </main>
      <MenuDrawer />
      <Palette />
      <Shortcuts />
      {isBooking && <BookingDialog />}
    </div>
  )
}
