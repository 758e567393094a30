import { Button } from 'antd'
import { useEffect } from 'react'
import { roleLabels, type Role } from '@zhenyue/contract/permissions'
import { EmptyState } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { i18n, labelOf, textOf } from './i18n.ts'
import { linkTo, navigate, usePath } from './router.ts'
import { firstRoute, matchRoute, routeAt } from './routes.tsx'
import { session } from './session.ts'

const t = i18n(
  {
    brand: '诊约工作台',
    notFound: '没有这个页面',
    hint: '从左边的菜单重新选一个',
    refused: (page: string) => `您的账号不能打开“${page}”`,
    why: (role: string) => `您的角色是“${role}”，不包含这个页面。工作需要的话，请联系超级管理员调整角色。`,
    back: (page: string) => `前往“${page}”`,
  },
  {
    brand: 'Zhenyue Console',
    notFound: 'There is no such page',
    hint: 'Choose another from the menu',
    refused: (page) => `Your account cannot open “${page}”`,
    why: (role) =>
      `Your role is “${role}”, which does not include this page. If you need it, ask a super administrator to change your role.`,
    back: (page) => `Go to “${page}”`,
  },
)

/** For an address that was typed, or that a colleague has sent. */
function Refused({ page }: { page: string }) {
  const first = firstRoute()
  const role = session.use()?.admin.role ?? ''
  return (
    <EmptyState title={t().refused(page)} hint={t().why(labelOf(roleLabels, role as Role))}>
      <Button type="primary" {...linkTo(first.path)}>
        {t().back(textOf(first.name))}
      </Button>
    </EmptyState>
  )
}

/** The page that the address names. */
export function Screen() {
  const path = usePath()
  const route = matchRoute(path)
  const known = route ?? routeAt(path)
  const isElsewhere = !route && path === '/'
  const title = [known && textOf(known.name), t().brand].filter(Boolean).join(' · ')
  useEffect(() => void (document.title = title), [title])
  useEffect(() => {
    if (isElsewhere) navigate(firstRoute().path, { replace: true })
  }, [isElsewhere])
  if (isElsewhere) return null
  if (!known) return <EmptyState title={t().notFound} hint={t().hint} />
  if (!route) return <Refused page={textOf(known.name)} />
  const Page = route.page
  return (
    <ErrorBoundary key={route.path}>
      <Page />
    </ErrorBoundary>
  )
}
