import type { Admin } from '@zhenyue/contract'
import { allows, type Permission as Right } from '@zhenyue/contract/permissions'
import { createStore } from './store.ts'

export interface Session {
  token: string
  admin: Admin
  mustChangePassword: boolean
}

export const session = createStore<Session | null>(null, 'session')

/** What a route or an action needs: any account, or one with the role `super`. */
export type Permission = 'admin' | 'super'
export const hasPermission = (permission: Permission) =>
  permission === 'admin' || session.get()?.admin.role === permission

/** Whether the role of the account has a permission of the service. */
export const may = (right: Right) => allows(session.get()?.admin.role ?? '', right)

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
