import type { Label } from '@zhenyue/contract/labels'
import {
  appointmentFaults,
  appointmentMessages,
  consentMessages,
  leadFaults,
  phoneProofMessages,
  serviceMessages,
} from '@zhenyue/contract/rules'
import { scheduleMessages } from '@zhenyue/contract/schedule-rules'
import { inLanguage } from './words.ts'

const name = { zh: '请填写姓名（最多 20 个字）', en: 'Please enter a name of at most 20 characters' }
const phone = { zh: '请填写 11 位手机号', en: 'Please enter a Chinese mobile number of 11 digits' }

/** What the pages say for the messages of the service: what to do, in either language. */
const ours: Record<string, Label> = {
  [leadFaults.nameMissing]: name,
  [leadFaults.nameLength]: name,
  [leadFaults.phoneMissing]: phone,
  [leadFaults.phone]: phone,
  [leadFaults.symptom]: { zh: '请写在 500 字以内', en: 'Please use at most 500 characters' },
  [appointmentFaults.patientName]: {
    zh: '请填写就诊人姓名（最多 20 个字）',
    en: 'Please enter the patient’s name, at most 20 characters',
  },
  [appointmentFaults.patientAge]: { zh: '请填写年龄，例如 66', en: 'Please enter the age, such as 66' },
  [appointmentFaults.date]: { zh: '请选择就诊日期', en: 'Please choose a day' },
  [appointmentFaults.departmentName]: { zh: '请选择科室', en: 'Please choose a department' },
  [appointmentMessages.notFound]: {
    zh: '没有找到这个预约，请返回列表查看',
    en: 'This appointment was not found. Please look at the list.',
  },
  [appointmentMessages.alreadyCancelled]: {
    zh: '这个预约已经取消了',
    en: 'The appointment has been cancelled already',
  },
  [appointmentMessages.completedCannotCancel]: {
    zh: '这次就诊已经完成，不能再取消',
    en: 'A completed visit cannot be cancelled',
  },
  [phoneProofMessages.needed]: {
    zh: '请先验证手机号，再继续',
    en: 'Please verify your phone number first',
  },
  [phoneProofMessages.wrong]: {
    zh: '验证码不对，请核对短信里的 6 位数字',
    en: 'This is not the code. Please check the six digits in the message.',
  },
  [phoneProofMessages.over]: {
    zh: '这个验证码已经失效，请重新获取',
    en: 'This code no longer works. Please get a new one.',
  },
  [phoneProofMessages.tooMany]: {
    zh: '获取验证码太频繁了，请稍后再试，或直接致电医院',
    en: 'Too many codes were asked for. Please try again later, or call the hospital.',
  },
  [consentMessages.needed]: {
    zh: '请先阅读隐私说明并勾选同意',
    en: 'Please read about privacy and tick the box first',
  },
  [consentMessages.guardianNeeded]: {
    zh: '未满 14 周岁，请填写监护人姓名（最多 20 个字）',
    en: 'For a child under 14, please enter the name of a guardian, at most 20 characters',
  },
  [serviceMessages.tooMany]: {
    zh: '操作太频繁了，请过一分钟再试',
    en: 'Too many requests. Please try again in a minute.',
  },
  [serviceMessages.unavailable]: {
    zh: '系统正忙，请稍后再试',
    en: 'The service is busy. Please try again later.',
  },
  [serviceMessages.fault]: {
    zh: '系统出了点问题，请稍后再试，或直接致电医院',
    en: 'Something went wrong. Please try again later, or call the hospital.',
  },
  [scheduleMessages.slotNotFound]: {
    zh: '这个时段已经取消，请重新选择时间',
    en: 'This time is no longer offered. Please choose another.',
  },
  [scheduleMessages.endedCannotMove]: {
    zh: '这个预约已经结束，不能改约',
    en: 'This visit is over and cannot be moved',
  },
  [scheduleMessages.withoutSlotCannotMove]: {
    zh: '这个预约不能在网上改约，请致电医院',
    en: 'This booking cannot be moved online. Please call the hospital.',
  },
  [scheduleMessages.hasPlaces]: {
    zh: '这个时段又有号了，请返回重新选择，直接预约',
    en: 'This time has places again. Please go back and book it.',
  },
  [scheduleMessages.waitsAlready]: {
    zh: '您已经在候补这个时段，可以在“我的预约”里查看',
    en: 'You are on this waiting list already. You find it under “My appointments”.',
  },
  [scheduleMessages.waitlistOff]: {
    zh: '现在不能加入候补，请选择其他时间',
    en: 'The waiting list is closed. Please choose another time.',
  },
  [scheduleMessages.waitlistNotFound]: {
    zh: '没有找到这个候补，请返回列表查看',
    en: 'This was not found on the waiting list.',
  },
  专家不存在: { zh: '没有找到这位医生，请从全部专家中选择', en: 'This doctor was not found' },
}

export function inWords(message: string): string {
  const label = ours[message]
  return label ? inLanguage(label) : message
}
