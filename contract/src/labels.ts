import type {
  AppointmentStatus,
  DayPart,
  Department,
  EventType,
  LeadSource,
  MessageKind,
  MessageParam,
  MessageStatus,
  RobotKind,
  TransitionName,
} from './rules.ts'

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

export const eventTypeLabels: Record<EventType, Label> = {
  'lead.created': { zh: '新线索', en: 'New lead' },
  'lead.updated': { zh: '线索有更新', en: 'Lead updated' },
  'lead.deleted': { zh: '线索已删除', en: 'Lead deleted' },
  'appointment.created': { zh: '新预约', en: 'New booking' },
  'appointment.confirmed': { zh: '预约已确认', en: 'Booking confirmed' },
  'appointment.completed': { zh: '就诊已完成', en: 'Visit completed' },
  'appointment.cancelled': { zh: '预约已取消', en: 'Booking cancelled' },
  'appointment.rescheduled': { zh: '预约已改约', en: 'Booking moved' },
  'appointment.updated': { zh: '预约有更新', en: 'Booking updated' },
  'appointment.deleted': { zh: '预约已删除', en: 'Booking deleted' },
  'closure.created': { zh: '登记停诊', en: 'Closure made' },
  'closure.settled': { zh: '停诊处理完毕', en: 'Closure settled' },
  'waitlist.joined': { zh: '加入候补', en: 'Joined the waiting list' },
  'waitlist.booked': { zh: '候补成功', en: 'Booked from the waiting list' },
}

export const robotKindLabels: Record<RobotKind, Label> = {
  wecom: { zh: '企业微信', en: 'WeCom' },
  dingtalk: { zh: '钉钉', en: 'DingTalk' },
  feishu: { zh: '飞书', en: 'Feishu' },
}

export const messageKindLabels: Record<MessageKind, Label> = {
  booked: { zh: '预约已提交', en: 'Booked' },
  confirmed: { zh: '预约已确认', en: 'Confirmed' },
  cancelled: { zh: '预约已取消', en: 'Cancelled' },
  rescheduled: { zh: '预约已改约', en: 'Moved' },
  reminder: { zh: '就诊提醒', en: 'Reminder' },
  closed: { zh: '停诊通知', en: 'Closure' },
  waitlist: { zh: '候补成功', en: 'Waiting list' },
  code: { zh: '验证码', en: 'Code' },
}

export const messageStatusLabels: Record<MessageStatus, Label> = {
  queued: { zh: '待发送', en: 'Queued' },
  sent: { zh: '已发送', en: 'Sent' },
  failed: { zh: '发送失败', en: 'Failed' },
  unknown: { zh: '结果未知', en: 'Unknown' },
  dropped: { zh: '未发送', en: 'Not sent' },
}

export const messageParamLabels: Record<MessageParam, Label> = {
  name: { zh: '姓名（张**）', en: 'Name, masked' },
  date: { zh: '就诊日期', en: 'Date of the visit' },
  timeSlot: { zh: '就诊时间', en: 'Time of the visit' },
  department: { zh: '科室', en: 'Department' },
  doctor: { zh: '医生', en: 'Doctor' },
  hospital: { zh: '医院名称', en: 'Hospital' },
  phone: { zh: '医院电话', en: 'Phone of the hospital' },
  code: { zh: '验证码', en: 'Code' },
}
