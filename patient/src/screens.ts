import type { ComponentType } from 'preact'
import type { ScreenName } from './routes.ts'

export interface ScreenProps {
  /** The part of the path that varies. */
  part: string
  /** What goes with this entry in the history. */
  state: unknown
}

type Screen = ComponentType<ScreenProps>

/** Every screen but home comes when it is asked for. */
export const screens: Record<Exclude<ScreenName, 'home'>, () => Promise<Screen>> = {
  experts: () => import('./pages/experts.tsx').then((module) => module.ExpertsPage),
  expert: () => import('./pages/expert.tsx').then((module) => module.ExpertPage),
  hospital: () => import('./pages/hospital.tsx').then((module) => module.HospitalPage),
  'self-test': () => import('./pages/self-test/self-test.tsx').then((module) => module.SelfTestPage),
  appointment: () => import('./pages/appointment/appointment.tsx').then((module) => module.AppointmentPage),
  'my-appointments': () =>
    import('./pages/my-appointments/my-appointments.tsx').then((module) => module.MyAppointmentsPage),
  privacy: () => import('./pages/privacy.tsx').then((module) => module.PrivacyPage),
  help: () => import('./pages/help.tsx').then((module) => module.HelpPage),
  settings: () => import('./pages/settings.tsx').then((module) => module.SettingsPage),
}
