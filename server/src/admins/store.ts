import type { Admin } from '@zhenyue/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../db/open.ts'
import type { Schema } from '../db/schema.ts'
import type { Time } from '../time.ts'

interface Account {
  admin: Admin
  passwordHash: string
  mustChangePassword: boolean
}

export async function findAccount(
  db: Db,
  where: { id: string } | { username: string },
): Promise<Account | undefined> {
  const accounts = db.selectFrom('admins').selectAll()
  const row = await (
    'id' in where
      ? accounts.where('id', '=', adminNumber(where.id))
      : accounts.where('username', '=', where.username)
  ).executeTakeFirst()
  return row && toAccount(row)
}

export async function listAdmins(db: Db): Promise<Admin[]> {
  const rows = await db.selectFrom('admins').selectAll().orderBy('id').execute()
  return rows.map((row) => toAccount(row).admin)
}

export interface NewAccount {
  username: string
  nickname: string
  role: string
  passwordHash: string
  mustChangePassword: boolean
}

/** Resolves to false when the user name is taken. */
export async function insertAdmin(db: Db, time: Time, account: NewAccount): Promise<boolean> {
  const now = time.now()
  const row = await db
    .insertInto('admins')
    .values({
      username: account.username,
      nickname: account.nickname,
      role: account.role,
      password_hash: account.passwordHash,
      must_change_password: Number(account.mustChangePassword),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface PasswordChange {
  adminId: string
  passwordHash: string
  mustChangePassword: boolean
  /** The session that goes on; all others of the account end. */
  keepSession?: string
}

export const changePassword = (db: Db, time: Time, change: PasswordChange): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const number = adminNumber(change.adminId)
    await trx
      .updateTable('admins')
      .set({
        password_hash: change.passwordHash,
        must_change_password: Number(change.mustChangePassword),
        updated_at: time.now(),
      })
      .where('id', '=', number)
      .execute()
    await trx
      .deleteFrom('sessions')
      .where('admin_id', '=', number)
      .where('id', '!=', change.keepSession ?? '')
      .execute()
  })

export async function insertSession(
  db: Db,
  time: Time,
  session: { id: string; adminId: string; expiresAt: number },
): Promise<void> {
  const now = time.now()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      admin_id: adminNumber(session.adminId),
      created_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** Whether the account is there, and whether the session still stands. */
export async function findSession(db: Db, adminId: string, sessionId: string) {
  const row = await db
    .selectFrom('admins')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.admin_id', '=', 'admins.id').on('sessions.id', '=', sessionId),
    )
    .selectAll('admins')
    .select('sessions.id as session_id')
    .where('admins.id', '=', adminNumber(adminId))
    .executeTakeFirst()
  return { admin: row && toAccount(row).admin, stands: row?.session_id === sessionId }
}

function toAccount(row: Selectable<Schema['admins']>): Account {
  const { id, username, nickname, role } = row
  return {
    admin: { id: `adm-${id}`, username, nickname, role },
    passwordHash: row.password_hash,
    mustChangePassword: row.must_change_password === 1,
  }
}

/** No account has the number 0. */
const adminNumber = (id: string) => Number(/^adm-([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0)

/** The moments of the recent tries under this key, with the text they are stored as. */
export async function readAttempts(
  db: Db,
  key: string,
): Promise<{ times: number[]; stored: string | undefined }> {
  const row = await db.selectFrom('login_attempts').select('times').where('key', '=', key).executeTakeFirst()
  return { times: row ? JSON.parse(row.times) : [], stored: row?.times }
}

/** Resolves to false when another try was written since `stored` was read. */
export async function saveAttempts(
  db: Db,
  attempts: { key: string; times: number[]; stored: string | undefined; expiresAt: number },
): Promise<boolean> {
  const { key, stored } = attempts
  const columns = { times: JSON.stringify(attempts.times), expires_at: attempts.expiresAt }
  if (stored !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('login_attempts')
      .set(columns)
      .where('key', '=', key)
      .where('times', '=', stored)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const row = await db
    .insertInto('login_attempts')
    .values({ key, ...columns })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteAttempts(db: Db, where: { key: string } | { expiredAt: number }): Promise<void> {
  const attempts = db.deleteFrom('login_attempts')
  await (
    'key' in where
      ? attempts.where('key', '=', where.key)
      : attempts.where('expires_at', '<=', where.expiredAt)
  ).execute()
}
