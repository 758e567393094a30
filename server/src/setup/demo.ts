import {
  departments,
  evaluateSelfTest,
  leadSources,
  type AppointmentStatus,
  type LeadSubmit,
} from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { insertBooking, type Draft } from '../bookings/row-store.ts'
import { audited, type Changes } from '../db/audit.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import { insertLead, leadNumber } from '../leads/store.ts'
import { defaultSelfTest } from '../self-test/default.ts'
import type { Time } from '../time.ts'
import { inventAnswers } from './demo-answers.ts'
import { dice, type Dice } from './demo-dice.ts'
import { addDemoFollowUps, type DemoLead } from './demo-follow-ups.ts'
import { addDemoSlots } from './demo-slots.ts'

const day = 24 * 60 * 60 * 1000
const days = 90
const visitors = 1000

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗']
const givenNames = [
  '伟',
  '芳',
  '娜',
  '敏',
  '静',
  '磊',
  '洋',
  '艳',
  '勇',
  '军',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀兰',
  '霞',
  '平',
  '桂英',
  '建国',
  '志强',
  '雨桐',
  '子轩',
  '思远',
  '佳怡',
  '浩然',
  '梓涵',
  '晓燕',
  '文博',
  '欣妍',
]
const symptoms = [
  '便血，鲜红色，已有一周',
  '饭后腹胀、嗳气',
  '排便疼痛，坐立不安',
  '反酸烧心，夜间加重',
  '大便不成形半年',
  '肛门瘙痒，反复发作',
  '上腹隐痛，空腹明显',
  '便秘，三四天一次',
  '体检发现幽门螺杆菌阳性',
  '',
]
const remarks = ['已电话联系，约本周来院', '未接通，明日再打', '希望周末就诊', '家属代为咨询，已说明流程', '']
const slots = ['上午', '下午', '']
const doctors = ['周明远', '林若溪', '陈守仁', '']

const demo = { username: 'demo', address: '' }

/**
 * Adds invented leads and appointments of the last 90 days, and what one account did about them. Resolves to undefined
 * where they are there already.
 */
export const addDemoData = (db: Db, time: Time, username: string) =>
  exclusively(db, async (trx) => {
    const luck = dice(20260101)
    const met = await addVisitors(trx, time, luck)
    if (met.length === 0) return undefined
    const invent = () => ({
      name: luck.pick(surnames) + luck.pick(givenNames),
      symptom: luck.pick(symptoms),
    })
    const inSlots = await addDemoSlots(trx, time, demo, luck, invent)
    await addDemoFollowUps(trx, time, username, luck, met)
    const booked = met.filter(({ booking }) => booking !== 'none')
    return { leads: met.length, appointments: booked.length + inSlots }
  })

/** All in one audited change: within one transaction, each new lock on the end of the log takes PostgreSQL longer. */
const addVisitors = (db: Db, time: Time, { chance, below, pick }: Dice): Promise<DemoLead[]> =>
  audited(db, time, demo, async (trx, record) => {
    const now = time.now()
    const today = time.startOf(time.dayOf(now))
    const leads: DemoLead[] = []

    for (let i = 0; i < visitors; i++) {
      // More lately than long ago, more by day than by night.
      const age = Math.floor(days * (1 - Math.sqrt((i + 0.5) / visitors)))
      const moment = today - age * day + (7 + below(15)) * 3_600_000 + below(3_600_000)
      const at = Math.min(moment, now - below(600_000))
      const then: Time = { ...time, now: () => at }
      const name = pick(surnames) + pick(givenNames)
      const phone = `1390000${String(i).padStart(4, '0')}`

      const trouble = Math.min(100, below(60) + below(50)) / 100
      const symptom = pick(symptoms)
      const source = chance(0.6) ? 'self-test' : pick(leadSources)
      const choices = inventAnswers(defaultSelfTest, trouble, chance, below)
      const questionnaire = selfTestQuestionnaire(defaultSelfTest, choices, new Date(at).toISOString())
      const lead: LeadSubmit = { name, phone, symptom, source, score: questionnaire.total, questionnaire }
      const inserted = await insertLead(trx, then, lead, evaluateSelfTest(defaultSelfTest, choices))
      if (!inserted && i === 0) return []
      if (!inserted) continue
      const met: DemoLead = { phone, at, booking: 'none' }
      leads.push(met)
      const noted = (remark: string): Changes => ({ remark: ['', remark] })
      if (chance(0.4)) {
        const { id } = inserted
        const remark = pick(remarks)
        await trx.updateTable('leads').set({ remark }).where('id', '=', leadNumber(id)).execute()
        record({ action: 'lead.remark', target: id, changes: noted(remark), phone, at })
      }
      if (!chance(0.55)) continue

      const visitIn = below(10)
      const visit: Draft = {
        patientName: name,
        patientAge: 18 + below(65),
        patientPhone: phone,
        date: time.dayOf(at + visitIn * day),
        departmentName: pick(departments),
        doctorId: '',
        doctorName: pick(doctors),
        timeSlot: pick(slots),
        symptom,
      }
      const { id } = await insertBooking(trx, then, visit)
      met.booking = 'made'
      const isOver = at + visitIn * day < today
      const roll = below(100)
      const later = Math.min(now, at + below(8) * 3_600_000)
      let status: AppointmentStatus = 'pending'
      const move = (action: string, to: AppointmentStatus) => {
        const changes: Changes = { status: [status, to] }
        record({ action: `appointment.${action}`, target: id, changes, phone, at: later })
        status = to
      }
      if (roll < 12) move('cancel', 'cancelled')
      else if (isOver || roll < 60) move('confirm', 'confirmed')
      if (roll >= 12 && isOver && roll < 96) {
        move('complete', 'completed')
        met.booking = 'visited'
      }
      const remark = chance(0.2) ? pick(remarks) : ''
      if (remark) {
        record({ action: 'appointment.remark', target: id, changes: noted(remark), phone, at: later })
      }
      if (status === 'pending' && !remark) continue
      const change = { status, remark, updated_at: later }
      await trx.updateTable('appointments').set(change).where('id', '=', id).execute()
    }
    return leads
  })
