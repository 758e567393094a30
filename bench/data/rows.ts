import { closeReasons, departments, leadSources, type Lead } from '@zhenyue/contract'
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
  'followed',
  'again',
  'stands',
  'assignee',
  'reached',
  'waited',
  'visited',
] as const

export const followUpColumns = [
  'phone',
  'assignee',
  'closed',
  'next_contact_at',
  'first_contact_at',
  'last_contact_at',
  'reached_at',
  'updated_at',
] as const

export const contactColumns = ['phone', 'at', 'actor', 'channel', 'outcome', 'note'] as const

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
  'attendance',
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

/** Every tenth lead is of someone who came before, or of another of the family, from another source. */
const isOfFamily = (i: number) => i % 10 === 9
const personAt = (i: number) => (isOfFamily(i) ? i - 5 : i)

/** What became of the person of a lead: most were called and closed, the last thousands are open. */
function followUpOf(i: number, count: number, now: number) {
  const random = chance(personAt(i))
  const at = timeAt(personAt(i), count, now)
  const isOpen = count - personAt(i) <= Math.max(100, count / 100)
  if (isOpen && random() < 0.5) return undefined
  const waited = Math.floor(60_000 * 10 ** (random() * 3.5))
  const first = Math.min(at + waited, now)
  const next = isOpen ? Math.floor(now + (random() - 0.3) * 3 * day) : 0
  return {
    assignee: random() < 0.9 ? `agent-${Math.floor(random() * 12)}` : '',
    closed: isOpen ? '' : pick(closeReasons, random),
    next,
    first,
    waited: first - at,
    reached: random() < 0.7 ? first : 0,
  }
}

/** Of ten leads four have booked: at once, so that each counts. Of these most have been, some come yet. */
function bookingOf(i: number, count: number) {
  const random = chance(-1 - i)
  if (i % 10 > 3) return undefined
  const isOpen = count - i <= Math.max(100, count / 50)
  const roll = random()
  if (isOpen) return { status: roll < 0.5 ? 'pending' : 'confirmed', attendance: '' }
  if (roll < 0.1) return { status: 'confirmed', attendance: 'no-show' }
  return { status: roll < 0.75 ? 'completed' : 'cancelled', attendance: '' }
}

export function leadMaker(count: number, now: number): (i: number) => Row {
  const random = chance(1)
  const sources: Lead['source'][] = []
  return (i) => {
    const name = someone(random)
    const at = timeAt(i, count, now)
    const given = Object.fromEntries(
      Array.from({ length: 6 }, (_, question) => [question, pick(answers, random)]),
    )
    const questionnaire = { total: 6, answers: given, createdAt: new Date(at).toISOString() }
    const taken = sources[(i - 5) % 10]
    const source = pick(isOfFamily(i) ? leadSources.filter((one) => one !== taken) : leadSources, random)
    sources[i % 10] = source
    const score = Math.floor(random() * 101)
    const follow = followUpOf(i, count, now)
    const isVisited = bookingOf(personAt(i), count)?.status === 'completed'
    const isOutdone = i % 10 === 4 && i + 5 < count
    return [
      name,
      name,
      phoneAt(personAt(i)),
      pick(symptoms, random),
      JSON.stringify(questionnaire),
      source,
      '',
      score,
      at,
      at,
      follow ? (follow.closed ? 3 : 2) : 0,
      isOfFamily(i) ? 1 : 0,
      isOutdone ? 0 : 1,
      follow?.assignee ?? '',
      follow?.reached ? 1 : 0,
      isOfFamily(i) ? -1 : (follow?.waited ?? -1),
      isVisited ? 1 : 0,
    ]
  }
}

export const followUpMaker = (count: number, now: number) => (i: number) => {
  const follow = isOfFamily(i) ? undefined : followUpOf(i, count, now)
  if (!follow) return undefined
  const { assignee, closed, next, first, reached } = follow
  return [phoneAt(i), assignee, closed, next, first, first, reached, first]
}

export const contactMaker = (count: number, now: number) => (i: number) => {
  const follow = isOfFamily(i) ? undefined : followUpOf(i, count, now)
  if (!follow) return undefined
  const outcome = follow.reached ? 'reached' : 'no-answer'
  return [phoneAt(i), follow.first, follow.assignee, 'phone', outcome, '']
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
    // Those who are no leads have numbers of their own.
    const booking = bookingOf(i, count)
    const { status, attendance } = booking ?? bookingOf(i - (i % 10), count)!
    const phone = phoneAt(booking ? i : count + i)
    return [id, name, name, phone, ...visit, status, attendance, '', age, at, at]
  }
}
