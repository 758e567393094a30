import type { Session } from '@zhenyue/contract'
import { audited, type Actor } from '../db/audit.ts'
import type { Db } from '../db/types.ts'
import type { Time } from '../time.ts'
import { adminNumber, toAdmin } from './store.ts'

interface NewSession {
  id: string
  adminId: string
  /** The one that was verified. */
  passwordHash: string
  /** Whether the account had a second factor then. */
  hasTotp: boolean
  expiresAt: number
  userAgent: string
}

/**
 * Opens a session, which makes a login.
 * Resolves to false where the account was disabled, or got another password or a second factor, since it was verified.
 */
export const insertSession = (db: Db, time: Time, session: NewSession, actor: Actor): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    const now = time.now()
    const admin_id = adminNumber(session.adminId)
    // Holds the account until the session is there, so that whoever ends its sessions ends this one too.
    const account = await trx
      .updateTable('admins')
      .set({ last_login_at: now })
      .where('id', '=', admin_id)
      .where('disabled', '=', 0)
      .where('password_hash', '=', session.passwordHash)
      .where('totp_on', '=', Number(session.hasTotp))
      .returning('id')
      .executeTakeFirst()
    if (!account) return false
    await trx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
    await trx
      .insertInto('sessions')
      .values({
        id: session.id,
        admin_id,
        created_at: now,
        expires_at: session.expiresAt,
        address: actor.address,
        user_agent: session.userAgent,
      })
      .execute()
    record({ action: 'session.open', target: session.adminId })
    return true
  })

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
  return {
    admin: row && toAdmin(row),
    stands: row?.session_id === sessionId && row.disabled === 0,
    hasTemporaryPassword: row?.temporary_password === 1,
    hasTotp: row?.totp_on === 1,
  }
}

/** The sessions of one account, or of all. */
export async function listSessions(
  db: Db,
  time: Time,
  { adminId, current }: { adminId: string | undefined; current: string },
): Promise<Session[]> {
  let open = db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .selectAll('sessions')
    .select('admins.username')
    .where('sessions.expires_at', '>', time.now())
  if (adminId !== undefined) open = open.where('sessions.admin_id', '=', adminNumber(adminId))
  const rows = await open.orderBy('sessions.created_at', 'desc').orderBy('sessions.id').execute()
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: time.show(row.created_at),
    expiresAt: time.show(row.expires_at),
    current: row.id === current,
  }))
}

/** Resolves to false when there is no such session among those of the account, or of all. */
export const endSession = (
  db: Db,
  time: Time,
  { id, adminId }: { id: string; adminId: string | undefined },
  actor: Actor,
): Promise<boolean> =>
  audited(db, time, actor, async (trx, record) => {
    let session = trx.deleteFrom('sessions').where('id', '=', id)
    if (adminId !== undefined) session = session.where('admin_id', '=', adminNumber(adminId))
    const ended = await session.returning('admin_id').executeTakeFirst()
    if (!ended) return false
    record({ action: 'session.end', target: `adm-${ended.admin_id}` })
    return true
  })
