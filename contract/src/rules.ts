// What a client checks and shows by itself. Free of zod, which is too heavy for a phone's first load.

export const phonePattern = /^1[3-9]\d{9}$/

/** A time and 22 random letters; ids of earlier releases have no time in them. */
export const appointmentIdPattern = /^apt-(?:[0-9A-Za-z]{6})?[0-9A-Za-z]{22}$/

/** Most texts begin and end with what is printed in ASCII or in Chinese. */
const isPrinted = (code: number) => (code > 0x20 && code < 0x7f) || (code > 0x3000 && code < 0xfeff)
const isEdge = (text: string, at: number) =>
  !isPrinted(text.charCodeAt(at)) && /[\s\u200b-\u200d\u2060\ufeff]/.test(text[at]!)

/** Strips white space, U+3000 and zero-width characters at both ends. A loop, as a regex would be quadratic. */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isEdge(text, start)) start++
  while (end > start && isEdge(text, end - 1)) end--
  return text.slice(start, end)
}

export function countsAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true
  if (text.length > max * 2) return false
  return [...text].length <= max
}

/** A day that exists in the calendar, as `YYYY-MM-DD`. There was no year 0, and PostgreSQL knows none. */
export function isCalendarDate(value: string): boolean {
  if (!/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return false
  // Every month has these.
  if (value.slice(8) <= '28') return true
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Full-width digits and signs, as Chinese keyboards type them, in their plain form. */
export const halfWidth = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** A phone number as people write it: with spaces, hyphens, brackets, in full-width signs, with +86 in front. */
export const plainPhone = (text: string) =>
  halfWidth(text)
    .replace(/[\s()\-–—]/g, '')
    .replace(/^(?:\+|00)86(?=1)/, '')

/** An age as people write it: `70`, `７０`, `70岁`. */
export function plainAge(text: string): number {
  const [, digits] = /^(\d{1,3})\s*(?:周?岁)?$/.exec(halfWidth(trimText(text))) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}

const callable =
  /(?:\+86[- ]?)?(?:\(0\d{2,3}\)|0\d{2,3})[- ]?\d{3,4}[- ]?\d{4}(?!\d)|(?:\+86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|[48]00[- ]?\d{3,4}[- ]?\d{3,4}(?!\d)|\+\d[\d -]{5,16}\d|\d{3}(?:-?\d)*/

/** The first phone number of a text such as `010-88886666 / 010-88887777`, or nothing. */
export const firstPhone = (text: string): string | undefined => callable.exec(halfWidth(text))?.[0]

/** A link of a document that calls the hospital, whatever its number. */
export const hospitalCall = 'tel:hospital'

/** `张**`, whatever the length of the name. */
export function maskName(name: string): string {
  const [first, ...others] = name
  return others.length > 0 ? `${first}**` : '**'
}

/** `139****0000` */
export const maskPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`

/** The hospital that is meant where none is named. */
export const primaryHospitalId = 'h-001'

export const departments = ['肛肠', '胃肠'] as const
export type Department = (typeof departments)[number]
/** The department that can be booked, where a doctor's is written as `肛肠科` or `胃肠外科`. */
export const departmentIn = (text: string): Department | undefined =>
  departments.find((one) => text.includes(one))
/** The parts of a day that patients choose from. */
export const dayParts = ['上午', '下午'] as const
export type DayPart = (typeof dayParts)[number]
export const appointmentStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]
export const leadSources = ['self-test', 'home', 'appointment', 'other'] as const
export type LeadSource = (typeof leadSources)[number]
export const leadOrders = ['newest', 'score', 'urgency', 'due'] as const
export type LeadOrder = (typeof leadOrders)[number]

/** The steps of an appointment, and the states each may begin in. */
export const transitions = {
  confirm: { from: ['pending'], to: 'confirmed' },
  complete: { from: ['confirmed'], to: 'completed' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly AppointmentStatus[]; to: AppointmentStatus }>
export type TransitionName = keyof typeof transitions

export const leadFaults = {
  nameMissing: '姓名必填',
  nameLength: '姓名长度需在 1-20 字符',
  phoneMissing: '手机号必填',
  phone: '手机号格式不正确',
  symptom: '症状描述不超过 500 字',
}

export const appointmentFaults = {
  patientName: '患者姓名长度需在 1-20 字符',
  patientAge: '年龄需为 1-149 的整数',
  patientPhone: '手机号格式不正确',
  date: '日期格式不正确',
  departmentName: `科室仅支持:${departments.join(' / ')}`,
  symptom: '症状描述不超过 500 字',
}

export const serviceMessages = {
  tooMany: '请求过于频繁,请稍后再试',
  unavailable: '服务暂时不可用,请稍后再试',
  fault: '服务器内部错误',
}

export const exportMessages = { tooMany: '正在进行的导出过多,请稍后再试' }

/** Said where If-Match names a state that a record no longer has. */
export const staleRecord = '记录已被他人修改,请刷新后重试'

export const leadMessages = {
  duplicate: '该手机号在同渠道已提交过,请勿重复',
  notFound: '线索不存在',
}

export const totpMessages = {
  passwordMissing: '密码不能为空',
  passwordWrong: '密码错误',
  codeMissing: '请输入动态验证码',
  codeWrong: '动态验证码错误',
  isOn: '已开启动态验证码',
  isOff: '未开启动态验证码',
  notBegun: '请先获取动态验证码密钥',
  /** Where the service asks for it. */
  needed: '请先开启动态验证码',
}

export const phoneProofMessages = {
  needed: '请先验证手机号',
  wrong: '验证码错误',
  over: '验证码已失效,请重新获取',
  tooMany: '验证码发送过于频繁,请稍后再试',
  off: '手机号验证未开启',
}

/** What someone agrees to. */
export const consentPurposes = ['booking', 'follow-up', 'sms'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]
/** With what a consent came; the last two withdraw one. */
export const consentChannels = ['lead', 'appointment', 'waitlist', 'patient', 'staff'] as const
export type ConsentChannel = (typeof consentChannels)[number]

export const consentMessages = {
  needed: '请先阅读并同意隐私政策',
  guardianNeeded: '未满 14 周岁需填写监护人姓名',
  unknownVersion: 'consent.version 不存在',
  versionGone: '版本不存在',
  withdrawn: '已撤回',
}

export const appointmentMessages = {
  notFound: '预约不存在',
  alreadyCancelled: '预约已取消',
  completedCannotCancel: '已完成的预约不能取消',
  cancelledCannotConfirm: '已取消的预约不能确认',
  cancelledCannotComplete: '已取消的预约不能完成',
  onlyPendingConfirms: '仅待确认的预约可确认',
  onlyConfirmedCompletes: '仅已确认的预约可完成',
}

/** What receivers can be told of. */
export const eventTypes = [
  'lead.created',
  'lead.updated',
  'lead.deleted',
  'appointment.created',
  'appointment.confirmed',
  'appointment.completed',
  'appointment.cancelled',
  'appointment.rescheduled',
  'appointment.updated',
  'appointment.deleted',
  'closure.created',
  'closure.settled',
  'waitlist.joined',
  'waitlist.booked',
] as const
export type EventType = (typeof eventTypes)[number]

export const robotKinds = ['wecom', 'dingtalk', 'feishu'] as const
export type RobotKind = (typeof robotKinds)[number]

export const smsProviders = ['none', 'aliyun', 'tencent', 'http'] as const
export type SmsProviderName = (typeof smsProviders)[number]

export const messageKinds = [
  'booked',
  'confirmed',
  'cancelled',
  'rescheduled',
  'reminder',
  'closed',
  'waitlist',
  'code',
] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageStatuses = ['queued', 'sent', 'failed', 'unknown', 'dropped'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** The values that a template may take. */
export const messageParams = [
  'name',
  'date',
  'timeSlot',
  'department',
  'doctor',
  'hospital',
  'phone',
  'code',
] as const
export type MessageParam = (typeof messageParams)[number]
