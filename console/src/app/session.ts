import type { Admin } from '@zhenyue/contract'
import { allows, type Permission as Granted } from '@zhenyue/contract/permissions'
import { createStore } from './store.ts'

export interface Session {
  token: string
  admin: Admin
  mustChangePassword: boolean
}

export const session = createStore<Session | null>(null, 'session')

/** Whether the role of this account may do something. */
export const may = (permission: Granted) => allows(session.get()?.admin.role ?? '', permission)

/** What a route needs: any account, one with the role `super`, or one that may do something. */
export type Permission = 'admin' | 'super' | Granted
export function hasPermission(permission: Permission): boolean {
  if (permission === 'admin') return true
  return permission === 'super' ? session.get()?.admin.role === permission : may(permission)
}

/** Whether the service has refused the token; the page waits behind a login dialog. */
export const expired = createStore(false)

const waiting: { resolve: () => void; reject: (reason: Error) => void }[] = []

/** Resolves once someone has logged in again. */
export function loginAgain(): Promise<void> {
  expired.set(true)
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

export function loggedIn(next: Session) {
  session.set(next)
  expired.set(false)
  for (const { resolve } of waiting.splice(0)) resolve()
}

export function forgetSession() {
  for (const { reject } of waiting.splice(0)) reject(new Error('logged out'))
  expired.set(false)
  session.set(null)
}
