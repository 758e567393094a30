import type {
  Appointment,
  Attendance,
  BookingWay,
  ClosureItemState,
  Department,
  WaitlistStatus,
} from '@zhenyue/contract'
import type { Generated } from 'kysely'
import type { Unannounced } from './unannounced.ts'

export interface BookingsTables {
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
  erased_appointments: Pick<
    BookingsTables['appointments'],
    'date' | 'department_name' | 'status' | 'created_at'
  >
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
  idempotency: {
    /** A digest of operation and key. */
    key: string
    body_digest: string
    answer: string
    phone: string
    expires_at: number
  }
}
