import type { ConsentChannel } from '@zhenyue/contract'
import type { Generated } from 'kysely'

export interface AccessTables {
  admins: {
    id: Generated<number>
    username: string
    nickname: string
    role: string
    password_hash: string
    /** Whether the console asks for a new password. */
    must_change_password: number
    created_at: number
    updated_at: number
    disabled: Generated<number>
    last_login_at: Generated<number>
    /** Whether nothing else is allowed until the password is changed: the service made it up for someone else to pass on. */
    temporary_password: Generated<number>
    /** Encrypted; empty where there is none. */
    totp_secret: Generated<string>
    totp_on: Generated<number>
    /** The step of the last code that was used: none works twice. */
    totp_last_step: Generated<number>
  }
  recovery_codes: {
    admin_id: number
    digest: string
  }
  api_keys: {
    id: Generated<number>
    name: string
    role: string
    digest: string
    /** The last day on which it works; empty for no end. */
    expires_on: string
    created_at: number
    last_used_at: number
  }
  /** What may be done only so often, on all instances together. */
  tries: {
    key: string
    /** When they were made, as JSON. */
    times: string
    expires_at: number
  }
  phone_proofs: {
    id: string
    phone: string
    code_digest: string
    tries: number
    expires_at: number
  }
  /** How many codes were really sent in an hour. */
  code_hours: {
    hour: number
    sent: number
  }
  policies: {
    version: number
    text: string
    digest: string
    published_at: number
  }
  /** For each purpose 1 for agreed, 0 for refused or withdrawn, -1 where nothing was said of it. */
  consents: {
    number: Generated<number>
    phone: string
    /** The id of the lead, the appointment or the entry of the waiting list; empty for a withdrawal. */
    subject: string
    channel: ConsentChannel
    guardian: string
    /** Of the text that was shown. */
    digest: string
    version: number
    booking: number
    follow_up: number
    sms: number
    at: number
  }
  sessions: {
    id: string
    admin_id: number
    created_at: number
    expires_at: number
    address: string
    user_agent: string
  }
  login_attempts: {
    /** A digest of user name and address. */
    key: string
    /** When the tries of the last quarter hour were made, as JSON. */
    times: string
    expires_at: number
  }
  /** Entries are only ever added; each hash covers the one before, with a key that is not in the database. */
  audit: {
    number: number
    at: number
    actor: string
    action: string
    target: string
    address: string
    /** JSON of `{ field: [before, after] }`; null once the record or the person it is about is gone. */
    changes: string | null
    salt: string | null
    /** A keyed digest of the phone number of whom it is about. */
    person: string | null
    /** Covers these three, and is covered by the hash: the chain holds without them. */
    changes_digest: string
    /** JSON of the numbers of the entries whose changes went with this one. */
    blanked: string | null
    /** Which key the hash was made with. */
    key_id: string
    hash: string
  }
  /** One row: the end of the chain. Whoever adds entries locks it first. */
  audit_head: {
    id: number
    number: number
    hash: string
  }
  /** Failed logins, refused permissions, lists of whole phone numbers: how many in a minute. */
  security_log: {
    /** Its beginning. */
    minute: number
    address: string
    /** Empty where there is no such account: a password may be typed as a user name. */
    username: string
    kind: string
    count: number
  }
}
