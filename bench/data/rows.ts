import { appointmentStatuses, departments, leadSources } from '@zhenyue/contract'
import { chance, pick, someone } from './people.ts'

const day = 24 * 60 * 60 * 1000
const prefixes = ['130', '131', '135', '138', '150', '151', '158', '176', '180', '188']
/** Has no divisor in common with a hundred million, so that no number comes twice. */
const stride = 61_803_397

/** Not one that begins with 139: those are for what the benchmark writes over HTTP. */
const phoneAt = (i: number) => prefixes[i % 10]! + String((i * stride) % 100_000_000).padStart(8, '0')

export const leadColumns = [
  'name',
  'name_search',
  'phone',
  'symptom',
  'questionnaire',
  'source',
  'remark',
  'score',
  'created_at',
  'updated_at',
] as const

export const appointmentColumns = [
  'id',
  'patient_name',
  'patient_name_search',
  'patient_phone',
  'date',
  'department_name',
  'doctor_id',
  'doctor_name',
  'time_slot',
  'symptom',
  'status',
  'remark',
  'patient_age',
  'created_at',
  'updated_at',
] as const

type Row = (string | number)[]
const answers = ['从不', '偶尔', '有时', '经常', '每天']
const symptoms = ['', '', '便后有少量鲜血', '饭后腹胀', '久坐后不适', '反复腹泻两周']
const slots = ['上午', '下午', '']

/** Spread evenly over the ninety days before `now`, in order. */
const timeAt = (i: number, count: number, now: number) => now - Math.floor(((count - i) * 90 * day) / count)

export function leadMaker(count: number, now: number): (i: number) => Row {
  const random = chance(1)
  return (i) => {
    const name = someone(random)
    const at = timeAt(i, count, now)
    const given = Object.fromEntries(
      Array.from({ length: 6 }, (_, question) => [question, pick(answers, random)]),
    )
    const questionnaire = { total: 6, answers: given, createdAt: new Date(at).toISOString() }
    const source = pick(leadSources, random)
    const score = Math.floor(random() * 101)
    return [
      name,
      name,
      phoneAt(i),
      pick(symptoms, random),
      JSON.stringify(questionnaire),
      source,
      '',
      score,
      at,
      at,
    ]
  }
}

export function appointmentMaker(count: number, now: number): (i: number) => Row {
  const random = chance(2)
  return (i) => {
    const at = timeAt(i, count, now)
    const date = new Date(at + Math.floor(random() * 14) * day).toISOString().slice(0, 10)
    const id = `apt-${String(i).padStart(22, '0')}`
    const visit = [date, pick(departments, random), '', '张主任', pick(slots, random), pick(symptoms, random)]
    const age = 18 + Math.floor(random() * 70)
    const name = someone(random)
    return [id, name, name, phoneAt(i), ...visit, pick(appointmentStatuses, random), '', age, at, at]
  }
}
