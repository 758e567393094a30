import type { Account, AccountChange, Admin } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import { audited, differences, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'
import { deleteAttemptsOf } from './attempt-store.ts'

/** An account with what only the login may see. */
export interface Credentials {
  admin: Admin
  passwordHash: string
  mustChangePassword: boolean
  hasTotp: boolean
  enabled: boolean
}

export async function findCredentials(
  db: Db,
  where: { id: string } | { username: string },
): Promise<Credentials | undefined> {
  const accounts = db.selectFrom('admins').selectAll()
  const row = await (
    'id' in where
      ? accounts.where('id', '=', adminNumber(where.id))
      : accounts.where('username', '=', where.username)
  ).executeTakeFirst()
  return (
    row && {
      admin: toAdmin(row),
      passwordHash: row.password_hash,
      mustChangePassword: row.must_change_password === 1,
      hasTotp: row.totp_on === 1,
      enabled: row.disabled === 0,
    }
  )
}

export async function listAccounts(db: Db, time: Time): Promise<Account[]> {
  const rows = await db.selectFrom('admins').selectAll().orderBy('id').execute()
  return rows.map((row) => toAccount(row, time))
}

export async function countAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('admins')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface NewAccount {
  username: string
  nickname: string
  role: string
  passwordHash: string
  /** The console asks for a new one. */
  mustChangePassword: boolean
  /** Nothing else is allowed until there is a new one. */
  hasTemporaryPassword: boolean
}

/** Resolves to undefined when the user name is taken. */
export const insertAccount = (
  db: Db,
  time: Time,
  account: NewAccount,
  actor: Actor,
): Promise<Account | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const { username, nickname, role } = account
    const now = time.now()
    const row = await trx
      .insertInto('admins')
      .values({
        username,
        nickname,
        role,
        password_hash: account.passwordHash,
        must_change_password: Number(account.mustChangePassword),
        temporary_password: Number(account.hasTemporaryPassword),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) return undefined
    const created = toAccount(row, time)
    const changes = differences({}, { username, nickname, role })
    record({ action: 'account.create', target: created.id, changes })
    return created
  })

/**
 * Resolves to undefined when there is no such account, and to `last super` where no other would be left.
 * One that may no longer log in is logged out.
 */
export const updateAccount = (
  db: Db,
  time: Time,
  id: string,
  { nickname, role, enabled }: AccountChange,
  actor: Actor,
): Promise<Account | 'last super' | undefined> =>
  audited(db, time, actor, async (trx, record) => {
    const accounts = await listAccounts(trx, time)
    const before = accounts.find((account) => account.id === id)
    if (!before) return undefined
    const disabled = enabled === undefined ? undefined : Number(!enabled)
    const losesSuper = enabled === false || (role !== undefined && role !== 'super')
    const otherSuper = trx
      .selectFrom('admins')
      .select('id')
      .where('role', '=', 'super')
      .where('disabled', '=', 0)
      .where('id', '!=', adminNumber(id))
    const row = await trx
      .updateTable('admins')
      .set({ nickname, role, disabled, updated_at: time.now() })
      .where('id', '=', adminNumber(id))
      .$if(losesSuper, (update) => update.where((e) => e.exists(otherSuper)))
      .returningAll()
      .executeTakeFirst()
    if (!row) return 'last super'
    if (disabled) await endSessions(trx, adminNumber(id))
    const after = toAccount(row, time)
    record({ action: 'account.update', target: id, changes: differences(before, after) })
    return after
  })

interface PasswordChange {
  adminId: string
  passwordHash: string
  /** Made up for someone else to pass on: it has to be changed before anything else. */
  temporary: boolean
  /** Only where the password is still this one. */
  verifiedHash?: string
  /** The session that goes on; all others of the account end. */
  keepSession?: string
}

/** Resolves to false where the password is another than the one that was verified. */
export const changePassword = (db: Db, time: Time, change: PasswordChange, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const number = adminNumber(change.adminId)
    const { verifiedHash } = change
    const account = await trx
      .updateTable('admins')
      .set({
        password_hash: change.passwordHash,
        must_change_password: Number(change.temporary),
        temporary_password: Number(change.temporary),
        updated_at: time.now(),
      })
      .where('id', '=', number)
      .$if(verifiedHash !== undefined, (update) => update.where('password_hash', '=', verifiedHash!))
      .returning('username')
      .executeTakeFirst()
    if (!account) return false
    await endSessions(trx, number, change.keepSession)
    await deleteAttemptsOf(trx, account.username)
    record({ action: 'account.password', target: change.adminId })
    return true
  })

/** Ends the sessions of an account, but for one. */
async function endSessions(db: Db, admin: number, keep = ''): Promise<void> {
  await db.deleteFrom('sessions').where('admin_id', '=', admin).where('id', '!=', keep).execute()
}

export const toAdmin = ({ id, username, nickname, role }: Selectable<Schema['admins']>): Admin => ({
  id: `adm-${id}`,
  username,
  nickname,
  role,
})

const toAccount = (row: Selectable<Schema['admins']>, time: Time): Account => ({
  ...toAdmin(row),
  enabled: row.disabled === 0,
  mustChangePassword: row.must_change_password === 1,
  hasTotp: row.totp_on === 1,
  createdAt: time.show(row.created_at),
  updatedAt: time.show(row.updated_at),
  lastLoginAt: row.last_login_at === 0 ? '' : time.show(row.last_login_at),
})

/** No account has the number 0. */
export const adminNumber = (id: string) => Number(/^adm-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)
