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
  'session.end': { zh: '结束会话', en: 'Ended a session' },
  'account.create': { zh: '新建账号', en: 'Created an account' },
  'account.update': { zh: '修改账号', en: 'Changed an account' },
  'account.password': { zh: '修改密码', en: 'Changed a password' },
  'hospital.import': { zh: '导入医院信息', en: 'Imported a hospital' },
}

const content = {
  expert: { zh: '专家', en: 'expert' },
  banner: { zh: '轮播图', en: 'banner' },
  image: { zh: '医院图片', en: 'hospital image' },
}
for (const [key, { zh, en }] of Object.entries(content)) {
  auditActionLabels[`${key}.create`] = { zh: `新增${zh}`, en: `Created one ${en}` }
  auditActionLabels[`${key}.update`] = { zh: `修改${zh}`, en: `Changed one ${en}` }
  auditActionLabels[`${key}.delete`] = { zh: `删除${zh}`, en: `Deleted one ${en}` }
  auditActionLabels[`${key}.order`] = { zh: `调整${zh}顺序`, en: `Put ${en}s in order` }
}
