import type { Appointment, Lead } from '@zhenyue/contract'
import { i18n } from '../app/i18n.ts'

const sources = i18n<Record<Lead['source'], string>>(
  { 'self-test': '自测问卷', home: '首页', appointment: '预约', other: '其他' },
  { 'self-test': 'Self-test', home: 'Home page', appointment: 'Appointment', other: 'Other' },
)
export const sourceName = (source: Lead['source']) => sources()[source] ?? source
export const sourceNames = () => sources()

const statuses = i18n<Record<Appointment['status'], string>>(
  { pending: '待确认', confirmed: '已确认', completed: '已完成', cancelled: '已取消' },
  { pending: 'Pending', confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' },
)
export const statusName = (status: Appointment['status']) => statuses()[status] ?? status
export const statusNames = () => statuses()
