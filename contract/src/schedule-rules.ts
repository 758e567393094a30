// Schedules and places: what clients show and check by themselves. Free of zod.

export const bookingModes = ['off', 'on'] as const
export type BookingMode = (typeof bookingModes)[number]
/** `soon`: not released yet; `late`: past the cut-off. */
export const slotStates = ['open', 'full', 'closed', 'late', 'soon'] as const
export type SlotState = (typeof slotStates)[number]
export const dayStates = [...slotStates, 'none'] as const
export type DayState = (typeof dayStates)[number]
export const attendances = ['', 'arrived', 'no-show'] as const
export type Attendance = (typeof attendances)[number]
/** How a booking came about that no patient made. */
export const bookingWays = ['waitlist', 'staff'] as const
export type BookingWay = (typeof bookingWays)[number]
export const waitlistStatuses = ['waiting', 'booked', 'left', 'ended', 'skipped'] as const
export type WaitlistStatus = (typeof waitlistStatuses)[number]
export const closureItemStates = ['open', 'moved', 'cancelled', 'called'] as const
export type ClosureItemState = (typeof closureItemStates)[number]

/** Why a place cannot be had, in the order in which it is looked at: what concerns the phone comes last. */
export const bookingRefusals = [
  'none',
  'closed',
  'soon',
  'late',
  'full',
  'blocked',
  'same-day',
  'too-many',
] as const
export type BookingRefusal = (typeof bookingRefusals)[number]

export const scheduleMessages = {
  unknownExpert: '专家不存在',
  uneven: 'slotMinutes 需整除出诊时长',
  endBeforeStart: '结束时间需晚于开始时间',
  overlap: '与已有排班时间重叠',
  doctorName: '医生姓名不超过 20 字',
  templateNotFound: '排班不存在',
  slotNotFound: '号源不存在',
  fewerThanTaken: '号源数不能少于已约人数',
  slotInUse: '该号源已有预约',
  disagrees: '号源与所选日期或科室不符',
  closed: '该时段已停诊,请选择其他时段',
  soon: (opensAt: string) => `该日号源将于 ${opensAt} 放号`,
  late: '该时段已停止预约',
  full: '该时段已约满,可选其他时段或加入候补',
  fullWithoutWaitlist: '该时段已约满,请选择其他时段',
  blocked: '该手机号暂不能在线预约,请致电医院',
  sameDay: (limit: number) => `同一手机号同一天同一科室只能预约 ${limit} 次`,
  tooMany: (limit: number) => `该手机号已有 ${limit} 个未就诊预约`,
  none: '该日没有号源',
  moved: '已改约',
  endedCannotMove: '已结束的预约不能改约',
  withoutSlotCannotMove: '该预约不能在线改约,请致电医院',
  movedTooOften: (limit: number) => `该预约已改约 ${limit} 次,请致电医院`,
  otherDepartment: '只能改约到同一科室',
  sameSlot: '已是该时段',
  hasPlaces: '该时段尚有余号,请直接预约',
  waitsAlready: '您已在该时段候补',
  joined: '已加入候补',
  left: '已退出候补',
  waitlistNotFound: '候补记录不存在',
  waitlistOff: '候补未开放',
  onlyConfirmedAttends: '仅已确认的预约可登记到诊',
  notYet: '未到就诊时间',
  lifted: '已解除',
  leadNotFound: '线索不存在',
  closureMade: '停诊已登记',
  nothingToClose: '没有可停诊的号源',
  settledAlready: '已有患者处理完毕,不能撤销',
  closureNotFound: '停诊记录不存在',
}
