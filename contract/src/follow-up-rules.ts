import type { Label } from './labels.ts'

// Following up leads: what clients show and check by themselves. Free of zod.

export const contactChannels = ['phone', 'wechat', 'sms', 'visit'] as const
export type ContactChannel = (typeof contactChannels)[number]
export const contactOutcomes = [
  'reached',
  'no-answer',
  'busy',
  'wrong-number',
  'refused',
  'call-back',
] as const
export type ContactOutcome = (typeof contactOutcomes)[number]
/** Why nobody is to follow up any more. */
export const closeReasons = ['refused', 'invalid', 'elsewhere', 'do-not-call', 'done'] as const
export type CloseReason = (typeof closeReasons)[number]
/** How far a person has come; derived, the first that holds from the end. */
export const leadStages = ['new', 'contacted', 'booked', 'visited', 'closed'] as const
export type LeadStage = (typeof leadStages)[number]
export const leadQueues = ['overdue', 'today', 'unassigned', 'mine', 'all'] as const
export type LeadQueue = (typeof leadQueues)[number]
/** The steps that the funnel counts, each by itself. */
export const funnelSteps = ['leads', 'contacted', 'booked', 'visited'] as const
export type FunnelStep = (typeof funnelSteps)[number]
export const funnelGroups = ['source', 'assignee', 'week'] as const
export type FunnelGroup = (typeof funnelGroups)[number]

/** A booking counts for a lead that came at most so many days before it was made. */
export const leadBookingDays = 90
export const mostClaimed = 50

export const followUpMessages = {
  nextOrClose: '请填写下次联系时间或结束跟进',
  nextAndClose: '下次联系时间和结束跟进只能填写一项',
  recorded: '已记录',
  assigned: '已分配',
  claimed: '已领取',
  reopened: '已重新跟进',
  isClosed: '已结束跟进,请先重新跟进',
  notClosed: '未结束跟进',
  unknownAssignee: '该账号不存在或不能跟进线索',
}

export const contactChannelLabels: Record<ContactChannel, Label> = {
  phone: { zh: '电话', en: 'Phone' },
  wechat: { zh: '微信', en: 'WeChat' },
  sms: { zh: '短信', en: 'Text message' },
  visit: { zh: '到访', en: 'Visit' },
}

export const contactOutcomeLabels: Record<ContactOutcome, Label> = {
  reached: { zh: '已接通', en: 'Reached' },
  'no-answer': { zh: '无人接听', en: 'No answer' },
  busy: { zh: '占线', en: 'Busy' },
  'wrong-number': { zh: '号码有误', en: 'Wrong number' },
  refused: { zh: '不愿沟通', en: 'Refused' },
  'call-back': { zh: '请稍后再打', en: 'Call back later' },
}

export const closeReasonLabels: Record<CloseReason, Label> = {
  refused: { zh: '不愿就诊', en: 'Does not want to come' },
  invalid: { zh: '信息无效', en: 'Invalid' },
  elsewhere: { zh: '已在别处就诊', en: 'Went elsewhere' },
  'do-not-call': { zh: '请勿再联系', en: 'Do not call' },
  done: { zh: '跟进完成', en: 'Done' },
}

export const leadStageLabels: Record<LeadStage, Label> = {
  new: { zh: '待联系', en: 'New' },
  contacted: { zh: '已联系', en: 'Contacted' },
  booked: { zh: '已预约', en: 'Booked' },
  visited: { zh: '已就诊', en: 'Visited' },
  closed: { zh: '已结束', en: 'Closed' },
}

export const leadQueueLabels: Record<LeadQueue, Label> = {
  overdue: { zh: '已逾期', en: 'Overdue' },
  today: { zh: '今日待联系', en: 'Today' },
  unassigned: { zh: '待领取', en: 'Unassigned' },
  mine: { zh: '我的', en: 'Mine' },
  all: { zh: '全部', en: 'All' },
}
