import { createStore } from './store.ts'

/** What is known of the caller beforehand. */
export interface Caller {
  name?: string
  phone?: string
  symptom?: string
  leadId?: string
  /** Instead of going to the appointment once it is made. */
  booked?: () => void
}

/** The caller that a booking is being made for, while the dialog is open. */
export const newBooking = createStore<Caller | undefined>(undefined)
