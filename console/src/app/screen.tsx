import { Suspense, useEffect } from 'react'
import { EmptyState, Loading } from '../ui/states.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { i18n, textOf } from './i18n.ts'
import { usePath } from './router.ts'
import { matchRoute } from './routes.tsx'

const t = i18n(
  { brand: '诊约工作台', notFound: '没有这个页面', hint: '从左边的菜单重新选一个' },
  { brand: 'Zhenyue Console', notFound: 'There is no such page', hint: 'Choose another from the menu' },
)

/** The page that the address names. */
export function Screen() {
  const route = matchRoute(usePath())
  const title = [route && textOf(route.name), t().brand].filter(Boolean).join(' · ')
  useEffect(() => void (document.title = title), [title])
  if (!route) return <EmptyState title={t().notFound} hint={t().hint} />
  const Page = route.page
  return (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  )
}
