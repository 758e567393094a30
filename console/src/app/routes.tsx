import type { ComponentType } from 'react'
import type { Label } from './i18n.ts'
import { routes } from './pages.tsx'
import { may, type Need } from './session.ts'

export interface Route {
  path: string
  name: Label
  icon: ComponentType
  /** Pressed after G, leads here. */
  key?: string
  /** Without one it is not in the menu. */
  group?: 'work' | 'schedule' | 'content' | 'system'
  /** What one has to be allowed to see it. */
  needs: Need
  page: ComponentType
}

export const permittedRoutes = () => routes.filter(({ needs }) => may(needs))

/** Of a page, whether or not one may see it. */
export const routeAt = (path: string) =>
  routes.find((route) => route.path === path || (route.path !== '/' && path.startsWith(`${route.path}/`)))

export function matchRoute(path: string) {
  const route = routeAt(path)
  return route && may(route.needs) ? route : undefined
}

/** Where one begins: the first page that one may see. */
export const firstRoute = () => permittedRoutes()[0]!
