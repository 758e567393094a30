import type { Appointment, EventType, MessageKind, MessageStatus, RobotKind } from '@zhenyue/contract'
import type { Generated } from 'kysely'

interface Receiver {
  id: Generated<number>
  /** JSON. */
  types: string
  enabled: number
  last_success_at: number
  last_failure_at: number
  last_error: string
  /** When the first failure since the last success was; 0 for none. */
  failing_since: number
  created_at: number
  updated_at: number
}

export interface OutboxTables {
  /** Who wants to hear of what: `webhook-1`, `robot-2` or `message-booked`. */
  subscriptions: { type: EventType; receiver: string }
  /** What happened and someone wants to hear of. Nothing in it is about a patient but the id of the record. */
  events: {
    number: Generated<number>
    /** What receivers see. */
    id: string
    type: EventType
    at: number
    record: string
    /** JSON, as it is sent. */
    data: string
  }
  /** An event for one webhook or robot. */
  deliveries: {
    number: Generated<number>
    event: number
    receiver: string
    status: 'pending' | 'delivered' | 'failed'
    tries: number
    last_status: number
    last_error: string
    next_try_at: number
    /** Whoever is at it, and until when nobody else may be, by the clock of the database. */
    lease: string
    lease_until: number
    done_at: number
    created_at: number
  }
  webhooks: Receiver & {
    url: string
    description: string
    secret: string
    former_secret: string
    former_until: number
  }
  robots: Receiver & { kind: RobotKind; name: string; url: string; secret: string }
  calendars: {
    id: Generated<number>
    token_digest: string
    department_name: Appointment['departmentName']
    doctor_id: string
    created_at: number
  }
  /** One row, once someone has saved it. */
  message_settings: { id: number; document: string; updated_at: number }
  messages: {
    number: Generated<number>
    /** So that it is sent once: `reminder:<appointment>:<date>`. */
    key: string
    kind: MessageKind
    phone: string
    appointment_id: string
    status: MessageStatus | 'sending'
    tries: number
    error: string
    due_at: number
    lease: string
    lease_until: number
    created_at: number
    sent_at: number
  }
}
