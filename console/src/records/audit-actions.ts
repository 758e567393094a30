import { language } from '../app/i18n.ts'

const names: Record<string, [zh: string, en: string]> = {
  'lead.read-phone': ['查看完整手机号', 'Read the phone number'],
  'lead.remark': ['修改备注', 'Changed the remark'],
  'lead.delete': ['删除线索', 'Deleted the lead'],
  'lead.export': ['导出线索', 'Exported leads'],
  'appointment.read-phone': ['查看完整手机号', 'Read the phone number'],
  'appointment.remark': ['修改备注', 'Changed the remark'],
  'appointment.confirm': ['确认预约', 'Confirmed the appointment'],
  'appointment.complete': ['完成预约', 'Completed the appointment'],
  'appointment.cancel': ['取消预约', 'Cancelled the appointment'],
  'appointment.delete': ['删除预约', 'Deleted the appointment'],
  'appointment.export': ['导出预约', 'Exported appointments'],
  'appointment.expire': ['清除到期预约', 'Cleared old appointments'],
  'person.erase': ['清除个人信息', 'Erased a person'],
  'home.update': ['修改首页', 'Changed the home page'],
  'home.restore': ['恢复首页版本', 'Restored the home page'],
  'session.open': ['登录', 'Logged in'],
  'session.end': ['结束会话', 'Ended a session'],
  'account.create': ['新建账号', 'Created an account'],
  'account.update': ['修改账号', 'Changed an account'],
  'account.password': ['修改密码', 'Changed a password'],
  'hospital.import': ['导入医院信息', 'Imported a hospital'],
}

const kinds: [key: string, zh: string, en: string][] = [
  ['expert', '专家', 'expert'],
  ['banner', '轮播图', 'banner'],
  ['image', '医院图片', 'hospital image'],
]
for (const [key, zh, en] of kinds) {
  names[`${key}.create`] = [`新增${zh}`, `Created one ${en}`]
  names[`${key}.update`] = [`修改${zh}`, `Changed one ${en}`]
  names[`${key}.delete`] = [`删除${zh}`, `Deleted one ${en}`]
  names[`${key}.order`] = [`调整${zh}顺序`, `Put ${en}s in order`]
}

export const actionNames = () => Object.keys(names)
export const actionName = (action: string) => names[action]?.[language.get() === 'zh' ? 0 : 1] ?? action
