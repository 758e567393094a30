import { departmentLabels } from '@zhenyue/contract/labels'
import {
  countsAtMost,
  departments,
  leadFaults,
  phonePattern,
  plainPhone,
  trimText,
} from '@zhenyue/contract/rules'
import type { SelfTestDocument } from '@zhenyue/contract/self-test/document'
import { askedQuestions, choose, evaluateSelfTest } from '@zhenyue/contract/self-test/engine'
import { noticeText, resultText, selfTestQuestionnaire } from '@zhenyue/contract/self-test/words'
import { api, call, readHospital, readPolicy, type Hospital, type Policy } from '../../service'
import { inWords, notAgreed } from '../../words'

export interface SelfTest {
  document: SelfTestDocument
  hospital: Hospital
  choices: Record<string, string[]>
  /** Which of the questions is shown, from 0. */
  at: number
  /** When the last answer was given; empty while there are questions. */
  finishedAt: string
}

export async function begin(): Promise<SelfTest> {
  const [document, hospital] = await Promise.all([call(api.selfTest.read), readHospital()])
  return { document, hospital, choices: {}, at: 0, finishedAt: '' }
}

const questionOf = ({ document, choices, at }: SelfTest) => askedQuestions(document, choices)[at]!

const finish = (test: SelfTest): SelfTest => ({ ...test, finishedAt: new Date().toISOString() })

/** An answer that ends the test, as signs of an emergency do, shows the result at once. */
export function pick(test: SelfTest, optionId: string): SelfTest {
  const question = questionOf(test)
  const option = question.options.find(({ id }) => id === optionId)!
  const chosen = choose(question, test.choices[question.id] ?? [], option)
  const changed = { ...test, choices: { ...test.choices, [question.id]: chosen } }
  return question.stopIfAny && !option.only && chosen.includes(optionId) ? finish(changed) : changed
}

export const isAnswered = (test: SelfTest) => (test.choices[questionOf(test).id] ?? []).length > 0

export const next = (test: SelfTest): SelfTest =>
  test.at + 1 < askedQuestions(test.document, test.choices).length
    ? { ...test, at: test.at + 1 }
    : finish(test)

/** From the result back to the question that was answered last. */
export const back = (test: SelfTest): SelfTest =>
  test.finishedAt ? { ...test, finishedAt: '' } : { ...test, at: Math.max(0, test.at - 1) }

export function questionView(test: SelfTest) {
  const { id, zh, kind, options } = questionOf(test)
  const chosen = test.choices[id] ?? []
  return {
    number: test.at + 1,
    hasBack: test.at > 0,
    count: Math.max(test.at + 1, askedQuestions(test.document, test.choices).length),
    text: zh,
    hint: kind === 'many' && !zh.includes('多选') ? '可以选多项' : '',
    options: options.map((option) => ({ id: option.id, text: option.zh, isOn: chosen.includes(option.id) })),
  }
}

/**
 * Which visit the answers call for, in the words of the document. No score, and nothing that says all is well. Where
 * it is pressing the calls come first; in an emergency there is nothing to book.
 */
export function resultView({ document, hospital, choices }: SelfTest) {
  const result = evaluateSelfTest(document, choices)!
  const isEmergency = result.level === 'emergency'
  const isPressing = isEmergency || result.level === 'urgent'
  const department = departments.find((one) => one === result.department)
  const date = document.approvedAt?.slice(0, 10) ?? ''
  return {
    ...resultText(document, result, 'zh'),
    isEmergency,
    isPressing,
    hospitalPhone: isPressing ? hospital.phone : '',
    bookLabel: isEmergency ? '' : department ? `预约${departmentLabels[department].zh}` : '预约就诊',
    bookUrl: `/pages/booking/index${department ? `?department=${encodeURIComponent(department)}` : ''}`,
    sendHint: isEmergency
      ? '请先打电话或去急诊，之后再发也不迟。'
      : '医院会有专人看您的结果，并打电话给出建议。',
    sentHint: isEmergency
      ? '请不要等我们的电话：现在就拨打 120，或去最近的急诊。'
      : '医院会有专人与您联系，请留意来电。',
    rules: document.rules.filter(({ id }) => result.rules.includes(id)).map(({ zh }) => zh),
    sources: document.sources.map(({ title }) => title),
    always: noticeText(document, 'always', { hospital: hospital.name, date }, 'zh'),
    disclaimer: noticeText(document, 'disclaimer', { hospital: hospital.name, date }, 'zh'),
  }
}

export interface Person {
  name: string
  phone: string
  isAgreed: boolean
}

/** What is wrong with what was entered; empty where nothing is. */
export function faultOf({ name, phone, isAgreed }: Person): string {
  if (trimText(name) === '') return inWords(leadFaults.nameMissing)
  if (!countsAtMost(trimText(name), 20)) return inWords(leadFaults.nameLength)
  if (!phonePattern.test(plainPhone(phone))) return inWords(leadFaults.phone)
  return isAgreed ? '' : notAgreed
}

export { readPolicy, type Policy }

/** Sends the result to the hospital. */
export async function send({ document, choices, finishedAt }: SelfTest, person: Person, { version }: Policy) {
  const questionnaire = selfTestQuestionnaire(document, choices, finishedAt)
  await call(api.leads.submit, {
    body: {
      name: trimText(person.name),
      phone: plainPhone(person.phone),
      source: 'self-test',
      score: questionnaire.total,
      questionnaire,
      consent: { version, purposes: ['booking'] },
    },
  })
}
