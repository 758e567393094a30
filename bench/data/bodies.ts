/** What the load generator puts another number in place of, in each request. */
const phone = '139########'

const questions = [
  '从不',
  '偶尔',
  '有时',
  '经常',
  '每天',
  '便后出现',
  '一周以内',
  '三个月以上',
  '没有',
  '不确定',
]

export const leadBody = JSON.stringify({
  name: '王小明',
  phone,
  symptom: '近两周便后有少量鲜血,久坐后不适加重',
  questionnaire: {
    total: 10,
    answers: Object.fromEntries(questions.map((answer, i) => [i, answer])),
    createdAt: '2026-01-01T08:00:00.000Z',
  },
  source: 'self-test',
  score: 62,
})

export const appointmentBody = JSON.stringify({
  patientName: '李小红',
  patientAge: 46,
  patientPhone: phone,
  date: '2026-12-01',
  departmentName: '肛肠',
  doctorId: 'e-001',
  doctorName: '张主任',
  timeSlot: '上午 09:00-10:00',
  symptom: '反复腹胀三个月,饭后明显',
})

/** The number of a phone, whole again. */
export const phoneOf = (number: number) => `139${String(number).padStart(8, '0')}`
