import type { Admin, Endpoint } from '@zhenyue/contract'
import { allows, type Permission } from '@zhenyue/contract/permissions'
import { createStore } from './store.ts'

export interface Session {
  token: string
  admin: Admin
  mustChangePassword: boolean
  /** Nothing else is allowed until the second factor is on. */
  mustEnableTotp?: boolean | undefined
}

export const session = createStore<Session | null>(null, 'session')

/** A permission by its name, or that of an operation. */
export type Need = Permission | Pick<Endpoint, 'auth' | 'may'>

/** Whether the account may do it. */
export function may(need: Need): boolean {
  const role = session.get()?.admin.role
  if (role === undefined) return false
  if (typeof need === 'string') return allows(role, need)
  if (need.auth === 'super') return role === 'super'
  return need.may === undefined || allows(role, need.may)
}

/** Whether the service has refused the token; the page waits behind a login dialog. */
export const expired = createStore(false)

/** Whether what is shown is hidden until the password; of all tabs, and after a reload. */
export const locked = createStore(false, 'locked')

const waiting: { resolve: () => void; reject: (reason: Error) => void }[] = []

/** Resolves once someone has logged in again. */
export function loginAgain(): Promise<void> {
  expired.set(true)
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

export function loggedIn(next: Session) {
  session.set(next)
  expired.set(false)
  locked.set(false)
  for (const { resolve } of waiting.splice(0)) resolve()
}

export function forgetSession() {
  for (const { reject } of waiting.splice(0)) reject(new Error('logged out'))
  expired.set(false)
  locked.set(false)
  session.set(null)
}
