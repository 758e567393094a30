import {
  appointmentFaults,
  appointmentMessages,
  consentMessages,
  leadFaults,
  leadMessages,
  phoneProofMessages,
  serviceMessages,
} from '@zhenyue/contract/rules'
import { scheduleMessages } from '@zhenyue/contract/schedule-rules'
import { CallError } from './service'

export const emergency = '如有大量便血、呕血、剧烈腹痛或昏厥，请立即拨打 120，或到最近的急诊。'
export const noAnswer = '网络不稳定，没有连上医院的系统。请稍后再试，或直接致电医院。'
export const agreement = '我已阅读隐私说明，同意医院为安排就诊和联系使用我填写的个人信息和健康信息。'
export const notAgreed = '请先阅读隐私说明并勾选同意'

/** What the pages say for messages of the service: what to do. */
const ours: Record<string, string> = {
  [leadFaults.nameMissing]: '请填写姓名（最多 20 个字）',
  [leadFaults.nameLength]: '请填写姓名（最多 20 个字）',
  [leadFaults.phoneMissing]: '请填写 11 位手机号',
  [leadFaults.phone]: '请填写 11 位手机号',
  [leadMessages.duplicate]: '这个手机号已经交过自测，医院会联系您，不用再交。',
  [appointmentFaults.patientName]: '请填写就诊人姓名（最多 20 个字）',
  [appointmentFaults.patientAge]: '请填写年龄，例如 66',
  [appointmentFaults.date]: '请选择就诊日期',
  [appointmentFaults.departmentName]: '请选择科室',
  [appointmentMessages.notFound]: '没有找到这个预约',
  [appointmentMessages.alreadyCancelled]: '这个预约已经取消了',
  [appointmentMessages.completedCannotCancel]: '这次就诊已经完成，不能再取消',
  [consentMessages.needed]: notAgreed,
  [consentMessages.guardianNeeded]: '未满 14 周岁，请填写监护人姓名（最多 20 个字）',
  [phoneProofMessages.wrong]: '验证码不对，请核对短信里的 6 位数字',
  [phoneProofMessages.over]: '这个验证码已经失效，请重新获取',
  [phoneProofMessages.tooMany]: '获取验证码太频繁了，请稍后再试，或直接致电医院',
  [scheduleMessages.slotNotFound]: '这个时段已经取消，请重新选择时间',
  [scheduleMessages.full]: '这个时段刚刚约满了，请选择其他时段',
  [serviceMessages.tooMany]: '操作太频繁了，请过一分钟再试',
  [serviceMessages.unavailable]: '系统正忙，请稍后再试',
  [serviceMessages.fault]: '系统出了点问题，请稍后再试，或直接致电医院',
}

export const inWords = (message: string): string => ours[message] ?? message.replace(/,/g, '，')

/** Why a call failed. */
export const whyNot = (error: unknown): string =>
  error instanceof CallError ? inWords(error.message) : noAnswer

const weekdays = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六']

/** `12月1日 星期二` */
export function dayInWords(date: string): string {
  const [, month, day] = date.split('-').map(Number)
  return `${month}月${day}日 ${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]}`
}
