import { appointmentFaults, appointmentMessages, leadFaults, leadMessages } from '@zhenyue/contract/rules'
import { view } from './view.ts'

const english: Record<string, string> = {
  [leadFaults.nameMissing]: 'Please enter a name',
  [leadFaults.nameLength]: 'The name may have 1 to 20 characters',
  [leadFaults.phoneMissing]: 'Please enter a phone number',
  [leadFaults.phone]: 'Please enter a Chinese mobile number of 11 digits',
  [leadFaults.symptom]: 'Please describe the symptoms in at most 500 characters',
  [leadMessages.duplicate]: 'This phone number has been submitted already',
  [appointmentFaults.patientName]: 'The patient’s name may have 1 to 20 characters',
  [appointmentFaults.patientAge]: 'The age has to be a whole number from 1 to 149',
  [appointmentFaults.date]: 'Please choose a date',
  [appointmentFaults.departmentName]: 'Please choose a department',
  [appointmentMessages.notFound]: 'This appointment does not exist',
  [appointmentMessages.alreadyCancelled]: 'The appointment has been cancelled already',
  [appointmentMessages.completedCannotCancel]: 'A completed appointment cannot be cancelled',
  '请求过于频繁,请稍后再试': 'Too many requests, please try again later',
  '服务暂时不可用,请稍后再试': 'The service is not available just now, please try again later',
  服务器内部错误: 'The service has failed',
}

/** The service speaks Chinese; who reads English gets what can be told in English. */
export const inWords = (message: string) =>
  view().language === 'en' ? (english[message] ?? message) : message
