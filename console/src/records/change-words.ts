import {
  closeReasonLabels,
  contactChannelLabels,
  contactOutcomeLabels,
  leadQueueLabels,
  leadStageLabels,
} from '@zhenyue/contract/follow-up-rules'
import {
  appointmentStatusLabels,
  departmentLabels,
  eventTypeLabels,
  leadSourceLabels,
  messageKindLabels,
  messageParamLabels,
  robotKindLabels,
  type Label,
} from '@zhenyue/contract/labels'
import { roleLabels } from '@zhenyue/contract/permissions'
import type { ConsentPurpose } from '@zhenyue/contract/rules'
import { selfTestLevelLabels } from '@zhenyue/contract/self-test/document'
import { i18n, labelOf, textOf } from '../app/i18n.ts'
import { pageLabel } from '../ui/patient-pages.ts'
import { weekdayLabels } from '../ui/weekdays.ts'
import { selfTestFieldLabels } from './self-test-words.ts'

const t = i18n(
  {
    item: (place: number) => `第 ${place} 项`,
    empty: '空',
    yes: '是',
    no: '否',
    shown: '显示',
    hidden: '隐藏',
    on: '启用',
    off: '停用',
    picture: '已上传的图片',
    unnamed: '其他内容',
  },
  {
    item: (place) => `item ${place}`,
    empty: 'empty',
    yes: 'yes',
    no: 'no',
    shown: 'shown',
    hidden: 'hidden',
    on: 'enabled',
    off: 'disabled',
    picture: 'uploaded picture',
    unnamed: 'other content',
  },
)

/** What a receiver hears of. */
export const wantedTypeLabels: Record<string, Label> = {
  '*': { zh: '全部事件', en: 'All events' },
  ...eventTypeLabels,
}

/** What patients agree to. */
export const purposeLabels: Record<ConsentPurpose, Label> = {
  booking: { zh: '安排就诊', en: 'The visit' },
  'follow-up': { zh: '联系和随访', en: 'Follow-up' },
  sms: { zh: '接收短信', en: 'Messages' },
}

const fieldLabels: Record<string, Label> = {
  remark: { zh: '备注', en: 'Remark' },
  status: { zh: '状态', en: 'Status' },
  enabled: { zh: '是否显示', en: 'Shown' },
  sort: { zh: '顺序', en: 'Place' },
  name: { zh: '名称', en: 'Name' },
  title: { zh: '标题', en: 'Title' },
  subtitle: { zh: '副标题', en: 'Subtitle' },
  avatar: { zh: '头像', en: 'Picture' },
  image: { zh: '图片', en: 'Picture' },
  bgImage: { zh: '背景图', en: 'Background' },
  caption: { zh: '说明', en: 'Caption' },
  link: { zh: '点击后前往', en: 'Leads to' },
  icon: { zh: '图标', en: 'Icon' },
  text: { zh: '文字', en: 'Text' },
  texts: { zh: '公告内容', en: 'Texts' },
  primaryCta: { zh: '按钮', en: 'Button' },
  department: { zh: '科室', en: 'Department' },
  departmentName: { zh: '科室', en: 'Department' },
  hospitalId: { zh: '医院', en: 'Hospital' },
  intro: { zh: '简介', en: 'Introduction' },
  nickname: { zh: '姓名', en: 'Name' },
  username: { zh: '用户名', en: 'User name' },
  role: { zh: '角色', en: 'Role' },
  mustChangePassword: { zh: '下次登录须改密码', en: 'Password to be changed' },
  version: { zh: '版本', en: 'Version' },
  purposes: { zh: '同意的用途', en: 'Purposes' },
  hero: { zh: '首页头图', en: 'Hero' },
  features: { zh: '功能入口', en: 'Features' },
  expertTeam: { zh: '专家团队', en: 'Expert team' },
  infoBanner: { zh: '公告', en: 'Notices' },
  heroExperts: { zh: '推荐专家', en: 'Hero experts' },
  id: { zh: '编号', en: 'Number' },
  // Of exports.
  format: { zh: '文件格式', en: 'Format' },
  rows: { zh: '条数', en: 'Rows' },
  filter: { zh: '筛选条件', en: 'Filter' },
  chosen: { zh: '勾选条数', en: 'Chosen rows' },
  phone: { zh: '电话', en: 'Phone' },
  phoneEnd: { zh: '手机号末尾', en: 'End of the number' },
  keyword: { zh: '姓名', en: 'Name' },
  source: { zh: '来源', en: 'Source' },
  startDate: { zh: '提交日期从', en: 'Submitted from' },
  endDate: { zh: '提交日期到', en: 'Submitted until' },
  dateFrom: { zh: '就诊日期从', en: 'Visit from' },
  dateTo: { zh: '就诊日期到', en: 'Visit until' },
  weekday: { zh: '星期', en: 'Weekday' },
  number: { zh: '预约号', en: 'Booking number' },
  last24h: { zh: '近 24 小时', en: 'Last 24 hours' },
  booked: { zh: '已有预约', en: 'Has an appointment' },
  flag: { zh: '自测标记', en: 'Flags' },
  minScore: { zh: '自测得分不低于', en: 'Score at least' },
  stage: { zh: '进展', en: 'Stage' },
  assignee: { zh: '跟进人', en: 'Assignee' },
  contact: { zh: '联系', en: 'Contact' },
  channel: { zh: '联系方式', en: 'Channel' },
  outcome: { zh: '联系结果', en: 'Outcome' },
  nextContactAt: { zh: '下次联系', en: 'Next contact' },
  closed: { zh: '结束跟进', en: 'Ended' },
  queue: { zh: '跟进队列', en: 'Queue' },
  step: { zh: '转化步骤', en: 'Step of the funnel' },
  // Of hospitals.
  level: { zh: '等级', en: 'Level' },
  address: { zh: '地址', en: 'Address' },
  description: { zh: '详细介绍', en: 'Description' },
  banner: { zh: '医院大图', en: 'Large picture' },
  logo: { zh: '标志', en: 'Logo' },
  established: { zh: '建院时间', en: 'Founded' },
  departments: { zh: '科室数', en: 'Departments' },
  doctors: { zh: '医生数', en: 'Doctors' },
  beds: { zh: '床位数', en: 'Beds' },
  cleared: { zh: '清除条数', en: 'Cleared' },
  leads: { zh: '线索', en: 'Leads' },
  appointments: { zh: '预约', en: 'Appointments' },
  // Of webhooks, robots, calendars and messages.
  url: { zh: '地址', en: 'Address' },
  types: { zh: '事件', en: 'Events' },
  kind: { zh: '平台', en: 'Platform' },
  secret: { zh: '密钥', en: 'Secret' },
  event: { zh: '事件', en: 'Event' },
  error: { zh: '失败原因', en: 'Why it failed' },
  doctorId: { zh: '医生', en: 'Doctor' },
  doctorName: { zh: '医生', en: 'Doctor' },
  template: { zh: '模板编号', en: 'Template' },
  params: { zh: '模板变量', en: 'Values' },
  reminderTime: { zh: '提醒时间', en: 'Reminders from' },
  quietFrom: { zh: '免打扰开始', en: 'Quiet from' },
  quietTo: { zh: '免打扰结束', en: 'Quiet until' },
  // Of schedules and of bookings with a slot.
  ...departmentLabels,
  mode: { zh: '按号源预约', en: 'Booked by slots' },
  advanceDays: { zh: '提前放号天数', en: 'Days ahead' },
  releaseTime: { zh: '放号时间', en: 'Released at' },
  cutoffMinutes: { zh: '提前截止分钟数', en: 'Minutes before' },
  perPhonePerDay: { zh: '每天每科室预约数', en: 'A day in one department' },
  openPerPhone: { zh: '未就诊预约数', en: 'Open bookings' },
  maxMoves: { zh: '改约次数', en: 'Moves' },
  noShow: { zh: '爽约', en: 'No-shows' },
  count: { zh: '次数', en: 'Count' },
  withinDays: { zh: '统计天数', en: 'Within days' },
  blockDays: { zh: '限制天数', en: 'Blocked for days' },
  waitlist: { zh: '候补', en: 'Waiting list' },
  start: { zh: '开始时间', en: 'From' },
  end: { zh: '结束时间', en: 'Until' },
  slotMinutes: { zh: '每段分钟数', en: 'Minutes of a slot' },
  places: { zh: '号源数', en: 'Places' },
  validFrom: { zh: '生效日期', en: 'Valid from' },
  validTo: { zh: '截止日期', en: 'Valid until' },
  date: { zh: '就诊日期', en: 'Day of the visit' },
  timeSlot: { zh: '就诊时间', en: 'Time of the visit' },
  note: { zh: '说明', en: 'Note' },
  reason: { zh: '原因', en: 'Reason' },
  from: { zh: '开始日期', en: 'From' },
  to: { zh: '结束日期', en: 'Until' },
  extra: { zh: '加号', en: 'Extra place' },
  attendance: { zh: '到诊情况', en: 'Attendance' },
  patientName: { zh: '患者姓名', en: 'Patient' },
  patientAge: { zh: '年龄', en: 'Age' },
  patientPhone: { zh: '手机号', en: 'Phone' },
}

const state = { zh: '状态', en: 'State' }
const personName = { zh: '姓名', en: 'Name' }
const post = { zh: '职称', en: 'Title' }
/** Fields that are called otherwise in one kind of record, or in one section of the home page. */
const special: Record<string, Label> = {
  'expert.name': personName,
  'expert.title': post,
  'expertTeam.name': personName,
  'expertTeam.title': post,
  'heroExperts.name': personName,
  'heroExperts.title': post,
  'account.enabled': { zh: '账号', en: 'Account' },
  'webhook.enabled': state,
  'webhook.description': { zh: '说明', en: 'Description' },
  'robot.enabled': state,
  'message-settings.enabled': state,
  ...Object.fromEntries(
    Object.entries(messageKindLabels).map(([kind, label]) => [`message-settings.${kind}`, label]),
  ),
  'privacy-policy.text': { zh: '政策内容', en: 'Text' },
  ...Object.fromEntries(
    Object.entries(selfTestFieldLabels).map(([field, label]) => [`self-test.${field}`, label]),
  ),
  'filter.level': selfTestFieldLabels.level,
  'filter.phone': { zh: '手机号', en: 'Phone' },
  'booking-rules.departments': { zh: '科室', en: 'Departments' },
  'template.enabled': state,
  'template.doctorId': { zh: '医生编号', en: 'Number of the doctor' },
  'calendar-day.kind': { zh: '类型', en: 'Kind' },
  'calendar-day.date': { zh: '日期', en: 'Day' },
  'calendar-day.weekday': { zh: '按哪天上班', en: 'Works as' },
  'slot.date': { zh: '日期', en: 'Day' },
  'slot.timeSlot': { zh: '时段', en: 'Time' },
}

const values: Record<string, Record<string, Label>> = {
  status: appointmentStatusLabels,
  departmentName: departmentLabels,
  source: leadSourceLabels,
  role: roleLabels,
  purposes: purposeLabels,
  types: wantedTypeLabels,
  kind: {
    ...robotKindLabels,
    off: { zh: '休息', en: 'Day off' },
    'works-as': { zh: '调休上班', en: 'Works' },
  },
  params: messageParamLabels,
  level: selfTestLevelLabels,
  stage: leadStageLabels,
  channel: contactChannelLabels,
  outcome: contactOutcomeLabels,
  closed: closeReasonLabels,
  queue: leadQueueLabels,
  minLevel: selfTestLevelLabels,
  mode: { off: { zh: '关闭', en: 'off' }, on: { zh: '开启', en: 'on' } },
  attendance: { arrived: { zh: '到诊', en: 'Arrived' }, 'no-show': { zh: '爽约', en: 'No-show' } },
  weekday: { 0: { zh: '无', en: 'none' }, ...weekdayLabels },
  slotMinutes: { 0: { zh: '不分段', en: 'one slot' } },
  format: { csv: { zh: 'CSV', en: 'CSV' }, xlsx: { zh: 'Excel', en: 'Excel' } },
}

/** `首页头图 · 按钮 · 点击后前往`, as the forms name the fields. */
export const wayInWords = (way: string[], kind: string) =>
  way
    .map((key) => {
      if (/^\d+$/.test(key)) return t().item(Number(key) + 1)
      const label = special[`${kind}.${key}`] ?? special[`${way[0]}.${key}`] ?? fieldLabels[key]
      return label ? textOf(label) : t().unnamed
    })
    .join(' · ')

/** A value as staff know it. */
export function valueInWords(field: string, value: unknown, kind: string): string {
  if (value === '' || value === null || value === undefined) return t().empty
  if (typeof value === 'boolean') {
    if (field === 'enabled' && `${kind}.enabled` in special) return value ? t().on : t().off
    if (field === 'enabled') return value ? t().shown : t().hidden
    return value ? t().yes : t().no
  }
  if (Array.isArray(value)) return value.map((one) => valueInWords(field, one, kind)).join('、')
  if (typeof value === 'object') return t().unnamed
  const text = String(value)
  if (/^(data:|\/pictures\/)/.test(text)) return t().picture
  if (field === 'link') return pageLabel(text)
  const known = values[field]
  if (known) {
    return text
      .split(',')
      .map((one) => labelOf(known, one))
      .join('、')
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
