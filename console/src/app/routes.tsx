import { routes } from './pages.tsx'
import { may } from './session.ts'

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
