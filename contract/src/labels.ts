import type { AppointmentStatus, DayPart, Department, LeadSource, TransitionName } from './rules.ts'

// What people read for each value of the API, for pages and exports alike. Free of zod.

export interface Label {
  zh: string
  en: string
}

export const leadSourceLabels: Record<LeadSource, Label> = {
  'self-test': { zh: '健康自测', en: 'Self-test' },
  home: { zh: '首页', en: 'Home page' },
  appointment: { zh: '预约', en: 'Appointment' },
  other: { zh: '其他', en: 'Other' },
}

export const appointmentStatusLabels: Record<AppointmentStatus, Label> = {
  pending: { zh: '待确认', en: 'Pending' },
  confirmed: { zh: '已确认', en: 'Confirmed' },
  completed: { zh: '已完成', en: 'Completed' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
}

export const departmentLabels: Record<Department, Label> = {
  肛肠: { zh: '肛肠科', en: 'Anorectal' },
  胃肠: { zh: '胃肠科', en: 'Digestive' },
}

export const dayPartLabels: Record<DayPart, Label> = {
  上午: { zh: '上午', en: 'Morning' },
  下午: { zh: '下午', en: 'Afternoon' },
}

export const transitionLabels: Record<TransitionName, Label> = {
  confirm: { zh: '确认', en: 'Confirm' },
  complete: { zh: '完成就诊', en: 'Complete' },
  cancel: { zh: '取消预约', en: 'Cancel' },
}
