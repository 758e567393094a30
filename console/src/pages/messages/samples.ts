import type { MessageKind, MessageParam } from '@zhenyue/contract/rules'

/** The kinds that the service sends. */
export const sentKinds = [
  'booked',
  'confirmed',
  'cancelled',
  'rescheduled',
  'reminder',
  'closed',
  'waitlist',
] as const satisfies MessageKind[]
export type SentKind = (typeof sentKinds)[number]

/** What the values look like in a message. */
export const sampleValues: Record<MessageParam, string> = {
  name: '张**',
  date: '2026-12-01',
  timeSlot: '上午',
  department: '肛肠科',
  doctor: '李医生',
  hospital: '示例医院',
  phone: '010-88886666',
  code: '123456',
}

const { hospital, date, timeSlot, department, doctor, phone } = sampleValues
const visit = [date, timeSlot, department, doctor].join(' ')
const call = `如有疑问请致电 ${phone}`

/** As the service writes them, for an invented patient. */
export const sampleTexts: Record<SentKind, string> = {
  booked: `【${hospital}】您的预约已提交：${visit}。医院会打电话与您确认，确认后才算约好，${call}。`,
  confirmed: `【${hospital}】您的预约已确认：${visit}。请按时就诊，${call}。`,
  cancelled: `【${hospital}】您的预约已取消：${visit}，${call}。`,
  rescheduled: `【${hospital}】您的预约已改到：${visit}。请按时就诊，${call}。`,
  reminder: `【${hospital}】提醒您明天就诊：${visit}。如不能前来，请提前取消，${call}。`,
  closed: `【${hospital}】很抱歉，您预约的 ${visit} 停诊，请不要前来，医院会与您联系改约，${call}。`,
  waitlist: `【${hospital}】您候补的时段有号了：${visit}。医院会打电话与您确认，${call}。`,
}
