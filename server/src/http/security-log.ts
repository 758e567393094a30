import type { SecurityEvent } from '@zhenyue/contract'

/** Counts what the audit log does not tell: it is about no change. `username` is empty where there is no such account. */
export type SecurityLog = (kind: SecurityEvent['kind'], who: { username: string; address: string }) => void
