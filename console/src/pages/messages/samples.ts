import type { MessageKind, MessageParam } from '@zhenyue/contract/rules'

/** The kinds that the service sends. */
export const sentKinds = ['booked', 'confirmed', 'cancelled', 'reminder'] as const satisfies MessageKind[]
export type SentKind = (typeof sentKinds)[number]

/** What the values look like in a message. */
export const sampleValues: Record<MessageParam, string> = {
  name: '张**',
  date: '2026年12月1日',
  timeSlot: '上午',
  department: '肛肠科',
  doctor: '李医生',
  hospital: '示例医院',
  phone: '010-88886666',
  code: '123456',
}

const texts: Record<SentKind, (value: Record<MessageParam, string>) => string> = {
  booked: ({ name, date, timeSlot, department, hospital, phone }) =>
    `【${hospital}】${name}，您已预约 ${date}${timeSlot}${department}就诊，医院会打电话与您确认，请保持电话畅通。咨询电话：${phone}`,
  confirmed: ({ name, date, timeSlot, department, hospital, phone }) =>
    `【${hospital}】${name}，您 ${date}${timeSlot}${department}的预约已确认，请按时就诊。咨询电话：${phone}`,
  cancelled: ({ name, date, timeSlot, department, hospital, phone }) =>
    `【${hospital}】${name}，您 ${date}${timeSlot}${department}的预约已取消。需要就诊请重新预约，或致电 ${phone}`,
  reminder: ({ name, date, timeSlot, department, hospital, phone }) =>
    `【${hospital}】${name}，提醒您明天（${date}）${timeSlot}到${department}就诊，请带好身份证和医保卡。如不能来，请致电 ${phone}`,
}

/** The text of a message, for an invented patient. */
export const sampleText = (kind: SentKind) => texts[kind](sampleValues)
