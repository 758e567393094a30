import type { Label } from './labels.ts'

// Who may do what. Free of zod, as the console shows only what one may do.

export const roles = ['super', 'admin', 'reception', 'agent', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A key of another system never manages accounts, keys or webhooks. */
export const keyRoles = ['admin', 'reception', 'agent', 'editor', 'viewer'] as const satisfies Role[]

export const roleLabels: Record<Role, Label> = {
  super: { zh: '超级管理员', en: 'Super admin' },
  admin: { zh: '管理员', en: 'Admin' },
  reception: { zh: '前台', en: 'Reception' },
  agent: { zh: '客服', en: 'Agent' },
  editor: { zh: '内容', en: 'Editor' },
  viewer: { zh: '只读', en: 'Viewer' },
}

const table = {
  /** One's own account, password, sessions and second factor. */
  self: roles,
  'appointments.read': ['super', 'admin', 'reception', 'agent', 'viewer'],
  'appointments.work': ['super', 'admin', 'reception', 'agent'],
  /** Search, related records, history, calendar, events, workbench and messages: all that have to do with appointments. */
  'appointments.look': ['super', 'admin', 'reception', 'agent'],
  'appointments.phone': ['super', 'admin', 'reception', 'agent'],
  'leads.read': ['super', 'admin', 'agent', 'viewer'],
  'leads.work': ['super', 'admin', 'agent'],
  /** What `appointments.look` shows has leads in it for those alone who have this. */
  'leads.look': ['super', 'admin', 'agent'],
  'leads.phone': ['super', 'admin', 'agent'],
  'schedules.read': ['super', 'admin', 'agent', 'viewer'],
  'slots.read': ['super', 'admin', 'reception', 'agent', 'viewer'],
  /** Slots of today; those of other days for those alone who have `manage`. */
  'slots.day': ['super', 'admin', 'reception'],
  'closures.read': ['super', 'admin', 'reception', 'agent', 'viewer'],
  'closures.work': ['super', 'admin', 'reception'],
  'content.read': ['super', 'admin', 'editor', 'viewer'],
  'content.edit': ['super', 'admin', 'editor'],
  'hospitals.edit': ['super', 'editor'],
  /** What no other permission names. */
  manage: ['super', 'admin'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table
export const permissions = Object.keys(table) as Permission[]

/** A role of an account that is none of these, as some may have from before there were so many, is `admin`. */
export const allows = (role: string, permission: Permission) => {
  const known = (roles as readonly string[]).includes(role) ? role : 'admin'
  return (table[permission] as readonly string[]).includes(known)
}

/**
 * How the service shows phone numbers to a role, whatever is asked for: `139****0000`, or all stars.
 * Editors see no patient, and the hospital's own number as it is.
 */
export const phonesShown: Partial<Record<string, 'masked' | 'hidden'>> = {
  reception: 'masked',
  agent: 'masked',
  viewer: 'hidden',
} satisfies Partial<Record<Role, 'masked' | 'hidden'>>

/** How many whole phone numbers an account with masked numbers may read in a day. */
export const phoneReadsADay = 200

export const notAllowed = '无权限'
