import { accounts, sessions } from './accounts.ts'
import { admins } from './admins.ts'
import { apiKeys } from './api-keys.ts'
import { appointments } from './appointments.ts'
import { audit } from './audit.ts'
import { bookingRules } from './booking-rules.ts'
import { calendars } from './calendars.ts'
import { blocks, closures } from './closures.ts'
import { consents, privacyPolicy } from './consents.ts'
import { banners, experts, images } from './content.ts'
import { dashboard } from './dashboard.ts'
import { events } from './events.ts'
import { followUp, funnel } from './follow-up.ts'
import { home } from './home.ts'
import { hospitals } from './hospitals.ts'
import { leadImports } from './lead-import.ts'
import { leads } from './leads.ts'
import { messages } from './messages.ts'
import { meta } from './meta.ts'
import { people } from './people.ts'
import { phoneProofs } from './phone-proofs.ts'
import { pictures } from './pictures.ts'
import { robots } from './robots.ts'
import { securityLog } from './security-log.ts'
import { calendarDays, templates } from './schedules.ts'
import { availability, slots } from './slots.ts'
import { selfTest } from './self-test/endpoints.ts'
import { staffAppointments } from './staff-appointments.ts'
import { totp } from './totp.ts'
import { uploads } from './uploads.ts'
import { waitlist } from './waitlist.ts'
import { webhooks } from './webhooks.ts'

export * from './accounts.ts'
export * from './address.ts'
export * from './admins.ts'
export * from './api-keys.ts'
export * from './appointment.ts'
export * from './appointments.ts'
export * from './audit.ts'
export * from './booking-body.ts'
export * from './booking-rules.ts'
export * from './calendars.ts'
export * from './client.ts'
export * from './closures.ts'
export * from './consents.ts'
export * from './content.ts'
export * from './dashboard.ts'
export * from './endpoint.ts'
export * from './events.ts'
export * from './follow-up-rules.ts'
export * from './follow-up.ts'
export * from './home.ts'
export * from './hospitals.ts'
export * from './labels.ts'
export * from './lead-filter.ts'
export * from './lead-import-rules.ts'
export * from './lead-import.ts'
export * from './leads.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './meta.ts'
export * from './people.ts'
export * from './permissions.ts'
export * from './phone-search.ts'
export * from './phone-proofs.ts'
export * from './pictures.ts'
export * from './schedules.ts'
export * from './security-log.ts'
export * from './query.ts'
export * from './questionnaire.ts'
export * from './robots.ts'
export * from './rules.ts'
export * from './schedule-rules.ts'
export * from './slots.ts'
export * from './self-test/document.ts'
export * from './self-test/endpoints.ts'
export * from './self-test/engine.ts'
export * from './self-test/lead.ts'
export * from './self-test/safety.ts'
export * from './staff-appointments.ts'
export * from './text.ts'
export * from './totp.ts'
export * from './uploads.ts'
export * from './waitlist.ts'
export * from './webhooks.ts'

/** The whole API on one screen. */
export const api = {
  leads,
  followUp,
  funnel,
  leadImports,
  appointments: { ...appointments, ...staffAppointments },
  home,
  images,
  experts,
  banners,
  uploads,
  pictures,
  hospitals,
  admins,
  totp,
  accounts,
  sessions,
  apiKeys,
  audit,
  securityLog,
  people,
  dashboard,
  events,
  webhooks,
  robots,
  messages,
  calendars,
  bookingRules,
  templates,
  calendarDays,
  slots,
  availability,
  waitlist,
  phoneProofs,
  privacyPolicy,
  consents,
  closures,
  blocks,
  selfTest,
  meta,
}
