import type {
  Appointment,
  Attendance,
  BookingWay,
  CloseReason,
  ClosureItemState,
  ConsentChannel,
  ContactChannel,
  ContactOutcome,
  Department,
  EventType,
  ImportState,
  Lead,
  MessageKind,
  MessageStatus,
  RobotKind,
  WaitlistStatus,
} from '@zhenyue/contract'
import type { Generated, Selectable } from 'kysely'

// Columns use only what both engines share, integer and text, but for the bytes of pictures.
// JSON is text, times are epoch milliseconds, booleans are 0 or 1.
export interface Schema {
  leads: {
    id: Generated<number>
    name: string
    /** What a search looks at: the name as `foldCase` gives it. */
    name_search: string
    phone: string
    symptom: string
    questionnaire: string
    source: Lead['source']
    score: number
    remark: string
    created_at: number
    updated_at: number
    unannounced: Unannounced
    /** The rank of the level that the service found in the self-test: 0 for `none`; -1 where it found none. */
    urgency: Generated<number>
    /** JSON of the flags it found. */
    flags: Generated<string>
    /**
     * How far the follow-up of its phone number is, one of `followedAs`: this and what follows is kept with every
     * change by `keepPersons`. A 0 says nothing: a lead and the row in `follow_ups` may be written at once.
     */
    followed: Generated<number>
    /** 1 where its number had a lead before: the funnel counts a number by the other one. */
    again: Generated<number>
    /** 1 where it stands for its number in queues: it is the most urgent, of these the newest. */
    stands: Generated<number>
    /** Of the follow-up of its number; 1 once somebody was reached. */
    assignee: Generated<string>
    reached: Generated<number>
    /** 1 once a booking of its number that counts was completed. */
    visited: Generated<number>
    /** Milliseconds until the first contact, on the first lead of a number; -1 for none. */
    waited: Generated<number>
    /** 0 for one that was not imported. */
    import_id: Generated<number>
  }
  /** What is done about a phone number, once anything was. */
  follow_ups: {
    phone: string
    /** A user name; empty for nobody. */
    assignee: string
    closed: CloseReason | ''
    /** These are 0 for never. */
    next_contact_at: number
    first_contact_at: number
    last_contact_at: number
    /** When someone was first reached. */
    reached_at: number
    updated_at: number
  }
  /** Rows are only ever added, and go with the person. */
  contacts: {
    id: Generated<number>
    phone: string
    at: number
    actor: string
    channel: ContactChannel
    outcome: ContactOutcome
    note: string
  }
  lead_imports: {
    id: Generated<number>
    actor: string
    state: ImportState
    /** JSON of the first row of the file. */
    headers: string
    /** JSON of the column of each field. */
    mapping: string
    /** How these persons agreed. */
    consent: string
    rows: number
    /** How many rows the commit has looked at. */
    done: number
    /** The last row of the commit, or the last lead of the revert, that was looked at. */
    position: number
    added: number
    taken_back: number
    /** Whoever is at it, and until when nobody else may be, by the clock of the database. */
    lease: string
    lease_until: number
    created_at: number
    committed_at: number
  }
  /** What a file holds, until a day later. */
  lead_import_rows: {
    import_id: number
    row: number
    /** JSON of its cells. */
    cells: string
    /** The phone numbers in it, with spaces between them: erasure finds them. */
    phones: string
    /** Why it was refused; empty where it was not. */
    fault: string
  }
  appointments: {
    number: Generated<number>
    id: string
    patient_name: string
    patient_name_search: string
    patient_age: number
    patient_phone: string
    date: string
    department_name: Appointment['departmentName']
    doctor_id: string
    doctor_name: string
    time_slot: string
    symptom: string
    status: Appointment['status']
    remark: string
    created_at: number
    updated_at: number
    unannounced: Unannounced
    /** 0 for none. */
    slot_id: Generated<number>
    moves: Generated<number>
    /** Those that the patient made, which are limited. */
    own_moves: Generated<number>
    lead_id: Generated<number>
    attendance: Generated<Attendance>
    /** 1 for a no-show that no longer counts. */
    forgiven: Generated<number>
    via: Generated<BookingWay | ''>
  }
  /** What statistics need of leads whose person was erased. */
  erased_leads: Pick<Schema['leads'], 'source' | 'created_at'>
  erased_appointments: Pick<Schema['appointments'], 'date' | 'department_name' | 'status' | 'created_at'>
  /** One row, raised by triggers with every change of public content. */
  content_version: { version: number }
  home: {
    id: number
    document: string
    /** Counts the changes, for compare-and-swap. */
    version: number
    updated_at: number
  }
  home_versions: {
    version: number
    document: string
    at: number
    actor: string
    /** JSON of the names of the sections that differ from the version before. */
    changed: string
    /** JSON of the names of the uploaded pictures it shows. */
    pictures: string
  }
  hospital_images: Sorted & { hospital_id: string; image: string; caption: string }
  experts: Sorted & { name: string; title: string; avatar: string; department: string; intro: string }
  banners: Sorted & { title: string; subtitle: string; image: string; link: string }
  hospitals: {
    number: Generated<number>
    id: string
    name: string
    level: string
    address: string
    phone: string
    intro: string
    description: string
    banner: string
    logo: string
    established: string
    departments: number
    doctors: number
    beds: number
    created_at: number
    updated_at: number
  }
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
  /** Uploaded pictures, each once. */
  pictures: {
    /** A digest of the bytes, and the type: the last part of its address. */
    name: string
    bytes: Uint8Array
    size: number
    uploaded_at: number
  }
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
  /** One row, once someone has saved it. */
  booking_rules: { id: number; document: string; updated_at: number }
  /** Who sees patients when, week after week. */
  templates: {
    id: Generated<number>
    department_name: Department
    /** Empty for 普通号, as everywhere. */
    doctor_id: string
    doctor_name: string
    weekday: number
    start_time: string
    end_time: string
    /** 0 for one slot of the whole time. */
    slot_minutes: number
    places: number
    /** Empty for no limit. */
    valid_from: string
    valid_to: string
    enabled: number
    created_at: number
    updated_at: number
  }
  calendar_days: { date: string; kind: 'off' | 'works-as'; weekday: number; note: string }
  slots: {
    id: Generated<number>
    date: string
    department_name: Department
    doctor_id: string
    doctor_name: string
    start_time: string
    end_time: string
    places: number
    /** The bookings that are not cancelled: counted with them, in the same transaction. */
    taken: number
    /** `gone`: deleted, and not to be made again. */
    state: 'open' | 'closed' | 'gone'
    /** 0 for one made by hand. */
    template_id: number
    /** 1 for the whole time of a template: it can be booked until before its end. */
    is_session: number
    /** 1 for one that staff made or changed: templates leave it alone. */
    by_hand: number
    closure_id: number
    created_at: number
    updated_at: number
  }
  waitlist: {
    /** The order in which they came. */
    number: Generated<number>
    /** The patient's key. */
    id: string
    slot_id: number
    patient_name: string
    patient_age: number
    patient_phone: string
    symptom: string
    status: WaitlistStatus
    appointment_id: string
    /** The closure that ended the waiting, so that it can go on when the slot opens again. */
    closure_id: number
    created_at: number
    updated_at: number
  }
  closures: {
    id: Generated<number>
    reason: string
    from_day: string
    to_day: string
    /** Empty for every department. */
    department_name: Department | ''
    /** `*` for every doctor. */
    doctor_id: string
    status: 'open' | 'settled' | 'reopened'
    /** 1 where days were closed: slots that are made later in them are closed as well. */
    by_days: number
    created_at: number
    updated_at: number
  }
  closure_items: {
    closure_id: number
    appointment_id: string
    /** The slot that was closed. */
    slot_id: number
    state: ClosureItemState
    needs_call: number
    note: string
    settled_by: 'staff' | 'patient' | ''
    updated_at: number
  }
  /** What patients have been shown. Rows are only ever added. */
  self_test_versions: {
    number: Generated<number>
    version: string
    /** JSON of the whole document. */
    document: string
    published_at: number
    published_by: string
  }
  /** One row, where there is a draft. */
  self_test_draft: { id: number; document: string; editor: string; updated_at: number }
  idempotency: {
    /** A digest of operation and key. */
    key: string
    body_digest: string
    answer: string
    phone: string
    expires_at: number
  }
}

export type SlotRow = Selectable<Schema['slots']>

interface Sorted {
  id: Generated<number>
  sort: number
  enabled: number
  created_at: number
  updated_at: number
}

/** 1 for a new record that receivers have yet to be told of. */
type Unannounced = Generated<number>

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
