import type { Label } from '../app/i18n.ts'

/** What staff did, as the audit log names it. */
export const auditActionLabels: Record<string, Label> = {
  'lead.read-phone': { zh: '查看完整手机号', en: 'Read the phone number' },
  'lead.remark': { zh: '修改备注', en: 'Changed the remark' },
  'lead.delete': { zh: '删除线索', en: 'Deleted the lead' },
  'lead.export': { zh: '导出线索', en: 'Exported leads' },
  'appointment.read-phone': { zh: '查看完整手机号', en: 'Read the phone number' },
  'appointment.remark': { zh: '修改备注', en: 'Changed the remark' },
  'appointment.confirm': { zh: '确认预约', en: 'Confirmed the appointment' },
  'appointment.complete': { zh: '完成就诊', en: 'Completed the visit' },
  'appointment.cancel': { zh: '取消预约', en: 'Cancelled the appointment' },
  'appointment.delete': { zh: '删除预约', en: 'Deleted the appointment' },
  'appointment.export': { zh: '导出预约', en: 'Exported appointments' },
  'appointment.expire': { zh: '清除到期预约', en: 'Cleared old appointments' },
  'person.erase': { zh: '清除个人信息', en: 'Erased a person' },
  'home.update': { zh: '修改首页', en: 'Changed the home page' },
  'home.restore': { zh: '恢复首页版本', en: 'Restored the home page' },
  'session.open': { zh: '登录', en: 'Logged in' },
  'session.end': { zh: '让设备下线', en: 'Logged a device out' },
  'account.create': { zh: '新增账号', en: 'Created an account' },
  'account.update': { zh: '修改账号', en: 'Changed an account' },
  'account.password': { zh: '修改密码', en: 'Changed a password' },
  'hospital.import': { zh: '导入医院信息', en: 'Imported a hospital' },
  'picture.upload': { zh: '上传图片', en: 'Uploaded a picture' },
  'picture.expire': { zh: '清除无用图片', en: 'Cleared unused pictures' },
  'webhook.create': { zh: '新增 Webhook', en: 'Created a webhook' },
  'webhook.update': { zh: '修改 Webhook', en: 'Changed a webhook' },
  'webhook.delete': { zh: '删除 Webhook', en: 'Deleted a webhook' },
  'webhook.rotate-secret': { zh: '更换密钥', en: 'Rotated the secret' },
  'webhook.test': { zh: '发送测试', en: 'Sent a test' },
  'webhook.replay': { zh: '重新发送', en: 'Sent again' },
  'robot.create': { zh: '新增群机器人', en: 'Created a robot' },
  'robot.update': { zh: '修改群机器人', en: 'Changed a robot' },
  'robot.delete': { zh: '删除群机器人', en: 'Deleted a robot' },
  'robot.test': { zh: '发送测试', en: 'Sent a test' },
  'calendar.create': { zh: '新增日历订阅', en: 'Made a calendar feed' },
  'calendar.delete': { zh: '停用日历订阅', en: 'Revoked a calendar feed' },
  'message-settings.update': { zh: '修改通知设置', en: 'Changed the message settings' },
  'hospital.update': { zh: '修改医院信息', en: 'Changed a hospital' },
  'booking-rules.update': { zh: '修改预约规则', en: 'Changed the booking rules' },
  'template.create': { zh: '新增排班', en: 'Made a template' },
  'template.update': { zh: '修改排班', en: 'Changed a template' },
  'template.delete': { zh: '删除排班', en: 'Deleted a template' },
  'calendar-day.set': { zh: '设置节假日或调休', en: 'Set a holiday or working day' },
  'calendar-day.delete': { zh: '恢复为普通日', en: 'Made a day ordinary again' },
  'slot.create': { zh: '新增号源', en: 'Made a slot' },
  'slot.places': { zh: '修改号源数', en: 'Changed the places of a slot' },
  'slot.delete': { zh: '删除号源', en: 'Deleted a slot' },
  'appointment.book': { zh: '代患者预约', en: 'Booked for a patient' },
  'appointment.correct': { zh: '更正患者信息', en: 'Corrected who it is for' },
  'appointment.reschedule': { zh: '改约', en: 'Moved the appointment' },
  'appointment.attendance': { zh: '登记到诊', en: 'Noted the attendance' },
  'block.lift': { zh: '解除爽约限制', en: 'Lifted a block' },
  'closure.create': { zh: '登记停诊', en: 'Made a closure' },
  'closure.call': { zh: '记录停诊电话', en: 'Noted a call about a closure' },
  'closure.reopen': { zh: '撤销停诊', en: 'Took a closure back' },
}

/** What it was done to. */
export const auditKindLabels: Record<string, Label> = {
  lead: { zh: '线索', en: 'Lead' },
  appointment: { zh: '预约', en: 'Appointment' },
  person: { zh: '患者', en: 'Patient' },
  home: { zh: '首页', en: 'Home page' },
  session: { zh: '登录设备', en: 'Device' },
  account: { zh: '账号', en: 'Account' },
  hospital: { zh: '医院信息', en: 'Hospital' },
  expert: { zh: '专家', en: 'Expert' },
  banner: { zh: '轮播图', en: 'Banner' },
  image: { zh: '医院图片', en: 'Hospital image' },
  picture: { zh: '图片', en: 'Picture' },
  webhook: { zh: 'Webhook', en: 'Webhook' },
  robot: { zh: '群机器人', en: 'Group robot' },
  calendar: { zh: '日历订阅', en: 'Calendar feed' },
  'message-settings': { zh: '通知设置', en: 'Message settings' },
  'booking-rules': { zh: '预约规则', en: 'Booking rules' },
  template: { zh: '排班', en: 'Schedule' },
  'calendar-day': { zh: '节假日与调休', en: 'Calendar day' },
  slot: { zh: '号源', en: 'Slot' },
  block: { zh: '爽约限制', en: 'Block' },
  closure: { zh: '停诊', en: 'Closure' },
}

for (const key of ['expert', 'banner', 'image']) {
  const { zh, en } = auditKindLabels[key]!
  const name = en.toLowerCase()
  auditActionLabels[`${key}.create`] = { zh: `新增${zh}`, en: `Created one ${name}` }
  auditActionLabels[`${key}.update`] = { zh: `修改${zh}`, en: `Changed one ${name}` }
  auditActionLabels[`${key}.delete`] = { zh: `删除${zh}`, en: `Deleted one ${name}` }
  auditActionLabels[`${key}.order`] = { zh: `调整${zh}顺序`, en: `Put ${name}s in order` }
}
