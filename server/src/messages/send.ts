import {
  departmentLabels,
  maskName,
  type AppointmentStatus,
  type MessageKind,
  type MessageParam,
  type MessageSettings,
} from '@zhenyue/contract'
import { lastWord } from '../bookings/consents-store.ts'
import { shownVisit } from '../bookings/shown-visit-store.ts'
import { countTry, triesKey } from '../db/tries.ts'
import type { Db } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import type { Time } from '../time.ts'
import { isReminderTime, quietUntil } from './hours.ts'
import type { SmsProvider } from './provider.ts'
import { readSettings } from './settings-store.ts'
import {
  appointmentOf,
  claimMessages,
  finishMessage,
  giveUpMessage,
  hospitalOf,
  queueReminders,
  settleAbandoned,
  type Appointment,
  type Hospital,
  type MessageRow,
} from './store.ts'

/** After the first and second try. */
const pauses = [30_000, 300_000]
const atOnce = 8

/** In which states an appointment is still what a message says. */
const trueIn: Partial<Record<MessageKind, AppointmentStatus[]>> = {
  booked: ['pending', 'confirmed'],
  confirmed: ['confirmed'],
  cancelled: ['cancelled'],
  rescheduled: ['pending', 'confirmed'],
  reminder: ['pending', 'confirmed'],
  waitlist: ['pending', 'confirmed'],
  closed: ['pending', 'confirmed'],
}

/** Sent whatever was agreed to: asked for by the patient, or a way spared. */
const always = new Set<MessageKind>(['code', 'closed'])

const again = new Set<MessageKind>(['closed', 'waitlist'])

/** What one number gets in a day of bookings that the hospital has not confirmed: anyone can make and cancel those. */
const limit = { most: 20, within: 24 * 60 * 60 * 1000 }

async function valuesFor(
  db: Db,
  appointment: Appointment,
  hospital: Hospital | undefined,
): Promise<Record<MessageParam, string>> {
  return {
    ...(await shownVisit(db, appointment)),
    name: maskName(appointment.patient_name),
    date: appointment.date,
    department: departmentLabels[appointment.department_name].zh,
    hospital: hospital?.name ?? '',
    phone: hospital?.phone ?? '',
    code: '',
  }
}

/** What a gateway that has no templates sends. */
function textFor(kind: MessageKind, values: Record<MessageParam, string>): string {
  const { hospital, date, timeSlot, department, doctor, phone } = values
  const visit = [date, timeSlot, department, doctor].filter(Boolean).join(' ')
  const call = phone ? `，如有疑问请致电 ${phone}` : ''
  const said: Partial<Record<MessageKind, string>> = {
    booked: `您的预约已提交：${visit}。医院会打电话与您确认，确认后才算约好${call}。`,
    confirmed: `您的预约已确认：${visit}。请按时就诊${call}。`,
    cancelled: `您的预约已取消：${visit}${call}。`,
    rescheduled: `您的预约已改到：${visit}。请按时就诊${call}。`,
    reminder: `提醒您明天就诊：${visit}。如不能前来，请提前取消${call}。`,
    closed: `很抱歉，您预约的 ${visit} 停诊，请不要前来，医院会与您联系改约${call}。`,
    waitlist: `您候补的时段有号了：${visit}。医院会打电话与您确认${call}。`,
  }
  return `【${hospital}】${said[kind] ?? ''}`
}

interface Sending extends Deps {
  provider: SmsProvider
  settings: MessageSettings
  hospital: Hospital | undefined
}

const visitOver = 'visit is over'

/** Why a message is no longer to be sent, if so. */
function reasonToDrop(
  { time, settings }: { time: Time; settings: MessageSettings },
  { kind }: MessageRow,
  appointment: Appointment | undefined,
): string | undefined {
  if (!appointment || !trueIn[kind]?.includes(appointment.status)) return 'no longer so'
  const now = time.now()
  const { date, slot_end } = appointment
  const hasPassed = slot_end !== null && time.momentOf(date, slot_end) <= now
  if (date < time.dayOf(now) || (kind === 'closed' && hasPassed)) return visitOver
  if (!settings[kind].enabled) return 'switched off'
  const isClosed = appointment.slot_state === 'closed'
  if (kind === 'closed') return isClosed ? undefined : 'no longer so'
  if (kind !== 'reminder') return undefined
  if (isClosed) return 'no longer so'
  const isTomorrow = appointment.date === time.dayOf(time.startOf(time.dayOf(now), 1))
  return isTomorrow && isReminderTime(time, settings, now) ? undefined : 'too late'
}

async function sendOne(deps: Sending, message: MessageRow): Promise<string> {
  const { db, time, provider, settings, hospital } = deps
  const { kind } = message
  const isConsentRequired = deps.config.access.consent === 'required'
  const now = time.now()
  const appointment = await appointmentOf(db, message)
  // Staff may have corrected it since.
  const phone = appointment?.patient_phone ?? message.phone
  const finish = (change: Parameters<typeof finishMessage>[2]) =>
    finishMessage(db, message, { ...change, phone })
  const giveUp = (status: 'dropped' | 'failed', error: string) =>
    giveUpMessage(db, message, { status, error, phone })
  const drop = async (reason: string) => {
    await (reason === visitOver ? finish({ status: 'dropped', error: reason }) : giveUp('dropped', reason))
    return 'dropped'
  }
  const reason = reasonToDrop(deps, message, appointment)
  if (reason) return drop(reason)
  const isUrgent =
    kind === 'code' || (kind === 'closed' && time.startOf(appointment!.date) - now < 24 * 60 * 60 * 1000)
  const quiet = isUrgent ? undefined : quietUntil(time, settings, now)
  if (quiet !== undefined) {
    await finish({ status: 'queued', due_at: quiet, tries: message.tries - 1 })
    return 'delayed'
  }
  // Looked at last, as a consent may be withdrawn while a message waits.
  const agreed = always.has(kind) || ((await lastWord(db, phone, 'sms')) ?? !isConsentRequired)
  if (!agreed) return drop('not agreed to')
  const isLimited = kind !== 'closed' && appointment!.status !== 'confirmed' && message.tries === 1
  if (isLimited && (await countTry(db, triesKey('message-phone', phone), now, [limit])) > 0) {
    return drop('too many')
  }
  const values = await valuesFor(db, appointment!, hospital)
  const { template, params } = settings[kind]
  const result = await provider.send({
    id: `msg-${message.number}`,
    phone,
    template,
    params: Object.fromEntries(params.map((name) => [name, values[name]])),
    text: textFor(kind, values),
  })
  if (result.outcome === 'sent') await finish({ status: 'sent', error: '', sent_at: time.now() })
  else if (result.outcome === 'unknown' && !again.has(kind)) {
    await finish({ status: 'unknown', error: result.error })
  } else {
    const pause = pauses[message.tries - 1]
    if (pause === undefined) await giveUp('failed', result.error)
    else await finish({ status: 'queued', error: result.error, due_at: now + pause })
  }
  return result.outcome
}

/** Queues the reminders whose hour has come, and sends what is due. */
export async function sendMessages(
  deps: Deps,
  provider: SmsProvider,
  done: (result: string) => void,
  isOver: () => boolean,
): Promise<void> {
  const { db, time } = deps
  await settleAbandoned(db, false)
  let settings = await readSettings(db)
  const now = time.now()
  if (settings.reminder.enabled && isReminderTime(time, settings, now)) {
    await queueReminders(db, time.dayOf(time.startOf(time.dayOf(now), 1)), now)
  }
  while (!isOver()) {
    const claimed = await claimMessages(db, time.now(), atOnce)
    if (claimed.length === 0) return
    // Either may have been changed since the last ones went out.
    settings = await readSettings(db)
    const hospital = await hospitalOf(db)
    const results = await Promise.all(
      claimed.map((message) => sendOne({ ...deps, provider, settings, hospital }, message)),
    )
    for (const result of results) done(result)
  }
}
