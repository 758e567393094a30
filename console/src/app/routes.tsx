import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { isSuper } from './session.ts'
import { usePath } from './router.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Loading, EmptyState } from '../ui/states.tsx'
import { i18n, language } from './i18n.ts'

const t = i18n(
  { brand: '诊约工作台', gone: '没有这个页面', home: '从左边的菜单重新选一个' },
  { brand: 'Zhenyue Console', gone: 'There is no such page', home: 'Choose another from the menu' },
)

const load = <K extends string>(name: K, from: () => Promise<Record<K, ComponentType>>) =>
  lazy(async () => ({ default: (await from())[name] }))

export interface Route {
  path: string
  name: { zh: string; en: string }
  key?: string
  group: 'work' | 'content' | 'system'
  superOnly?: boolean
  page: ComponentType
}

export const routes: Route[] = [
  {
    path: '/',
    name: { zh: '工作台', en: 'Workbench' },
    key: 'w',
    group: 'work',
    page: load('Workbench', () => import('../pages/workbench/workbench.tsx')),
  },
  {
    path: '/leads',
    name: { zh: '线索', en: 'Leads' },
    key: 'l',
    group: 'work',
    page: load('Leads', () => import('../pages/leads/leads.tsx')),
  },
  {
    path: '/appointments',
    name: { zh: '预约', en: 'Appointments' },
    key: 'a',
    group: 'work',
    page: load('Appointments', () => import('../pages/appointments/appointments.tsx')),
  },
  {
    path: '/home',
    name: { zh: '首页编辑', en: 'Home page' },
    key: 'h',
    group: 'content',
    page: load('HomeEditor', () => import('../pages/home/home-editor.tsx')),
  },
  {
    path: '/experts',
    name: { zh: '专家', en: 'Experts' },
    key: 'e',
    group: 'content',
    page: load('Experts', () => import('../pages/content/experts.tsx')),
  },
  {
    path: '/banners',
    name: { zh: '轮播图', en: 'Banners' },
    key: 'b',
    group: 'content',
    page: load('Banners', () => import('../pages/content/banners.tsx')),
  },
  {
    path: '/images',
    name: { zh: '医院图片', en: 'Hospital images' },
    key: 'i',
    group: 'content',
    page: load('Images', () => import('../pages/content/images.tsx')),
  },
  {
    path: '/hospital',
    name: { zh: '医院信息', en: 'Hospital' },
    group: 'content',
    page: load('HospitalPage', () => import('../pages/hospital/hospital.tsx')),
  },
  {
    path: '/accounts',
    name: { zh: '账号', en: 'Accounts' },
    group: 'system',
    superOnly: true,
    page: load('Accounts', () => import('../pages/accounts/accounts.tsx')),
  },
  {
    path: '/sessions',
    name: { zh: '登录会话', en: 'Sessions' },
    group: 'system',
    page: load('Sessions', () => import('../pages/sessions/sessions.tsx')),
  },
  {
    path: '/audit',
    name: { zh: '审计日志', en: 'Audit log' },
    group: 'system',
    superOnly: true,
    page: load('Audit', () => import('../pages/audit/audit.tsx')),
  },
  {
    path: '/me',
    name: { zh: '我的账号', en: 'My account' },
    key: 'm',
    group: 'system',
    page: load('MyAccount', () => import('../pages/my-account/my-account.tsx')),
  },
]

export const permittedRoutes = () => routes.filter((route) => !route.superOnly || isSuper())

export const matchRoute = (path: string) =>
  permittedRoutes().find(
    (route) => route.path === path || (route.path !== '/' && path.startsWith(`${route.path}/`)),
  )

export function Screen() {
  const path = usePath()
  const route = matchRoute(path)
  const title = [route?.name[language.get()], t().brand].filter(Boolean).join(' · ')
  useEffect(() => void (document.title = title), [title])
  if (!route) return <EmptyState first={t().gone} hint={t().home} />
  const Page = route.page
  return (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  )
}
