import { departments, evaluateSelfTest, leadSources, type LeadSubmit } from '@zhenyue/contract'
import { selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { insertBooking, type Draft } from '../bookings/row-store.ts'
import { setAppointmentRemark } from '../appointments/store.ts'
import { moveAppointment } from '../bookings/appointment-store.ts'
import { exclusively } from '../db/engine.ts'
import type { Db } from '../db/types.ts'
import { insertLead, setLeadRemark } from '../leads/store.ts'
import { defaultSelfTest } from '../self-test/default.ts'
import type { Time } from '../time.ts'
import { inventAnswers } from './demo-answers.ts'
import { dice } from './demo-dice.ts'
import { addDemoFollowUps, type DemoLead } from './demo-follow-ups.ts'
import { addDemoSlots } from './demo-slots.ts'

const day = 24 * 60 * 60 * 1000
const days = 90
const visitors = 2600

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
const steps = {
  cancel: { action: 'cancel', from: 'pending', to: 'cancelled' },
  confirm: { action: 'confirm', from: 'pending', to: 'confirmed' },
  complete: { action: 'complete', from: 'confirmed', to: 'completed' },
} as const

/**
 * Adds invented leads and appointments of the last 90 days, and what one account did about them. Resolves to undefined
 * where they are there already.
 */
export const addDemoData = (db: Db, time: Time, username: string) =>
  exclusively(db, async (trx) => {
    const luck = dice(20260101)
    const { chance, below, pick } = luck
    const now = time.now()
    const today = time.startOf(time.dayOf(now))
    const counts = { leads: 0, appointments: 0 }
    const leads: DemoLead[] = []

    for (let i = 0; i < visitors; i++) {
      // More lately than long ago, more by day than by night.
      const age = Math.floor(days * (1 - Math.sqrt((i + 0.5) / visitors)))
      const moment = today - age * day + (7 + below(15)) * 3_600_000 + below(3_600_000)
      const at = Math.min(moment, now - below(600_000))
      const then: Time = { ...time, now: () => at }
      const person = {
        name: pick(surnames) + pick(givenNames),
        phone: `1390000${String(i).padStart(4, '0')}`,
      }

      const trouble = Math.min(100, below(60) + below(50)) / 100
      const symptom = pick(symptoms)
      const source = chance(0.6) ? 'self-test' : pick(leadSources)
      const choices = inventAnswers(defaultSelfTest, trouble, chance, below)
      const questionnaire = selfTestQuestionnaire(defaultSelfTest, choices, new Date(at).toISOString())
      const lead: LeadSubmit = { ...person, symptom, source, score: questionnaire.total, questionnaire }
      const inserted = await insertLead(trx, then, lead, evaluateSelfTest(defaultSelfTest, choices))
      if (!inserted && i === 0) return undefined
      if (!inserted) continue
      counts.leads++
      const met: DemoLead = { phone: person.phone, at, booking: 'none' }
      leads.push(met)
      if (chance(0.4)) await setLeadRemark(trx, then, inserted.id, pick(remarks), demo)
      if (!chance(0.55)) continue

      const visitIn = below(10)
      const visit: Draft = {
        patientName: person.name,
        patientAge: 18 + below(65),
        patientPhone: person.phone,
        date: time.dayOf(at + visitIn * day),
        departmentName: pick(departments),
        doctorId: '',
        doctorName: pick(doctors),
        timeSlot: pick(slots),
        symptom: lead.symptom,
      }
      const { id } = await insertBooking(trx, then, visit)
      counts.appointments++
      met.booking = 'made'
      const isOver = at + visitIn * day < today
      const roll = below(100)
      const later: Time = { ...time, now: () => Math.min(now, at + below(8) * 3_600_000) }
      if (roll < 12) await moveAppointment(trx, later, id, steps.cancel, demo)
      else if (isOver || roll < 60) await moveAppointment(trx, later, id, steps.confirm, demo)
      if (roll >= 12 && isOver && roll < 96) {
        await moveAppointment(trx, later, id, steps.complete, demo)
        met.booking = 'visited'
      }
      if (chance(0.2)) await setAppointmentRemark(trx, later, id, pick(remarks), demo)
    }
    const invent = () => ({ name: pick(surnames) + pick(givenNames), symptom: pick(symptoms) })
    counts.appointments += await addDemoSlots(trx, time, demo, luck, invent)
    await addDemoFollowUps(trx, time, username, luck, leads)
    return counts
  })
