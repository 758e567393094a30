let number = 0
/** Numbers that nobody has; each only once in a drill. */
export const nextPhone = () => `139${String(number++).padStart(8, '0')}`

export const lead = (changes: Record<string, unknown> = {}) => ({
  name: '张三',
  phone: nextPhone(),
  questionnaire: { total: 3, answers: { 0: '偶尔' }, createdAt: '2026-01-01T08:00:00.000Z' },
  ...changes,
})

export const booking = (changes: Record<string, unknown> = {}) => ({
  patientName: '李四',
  patientAge: 40,
  patientPhone: nextPhone(),
  date: '2026-12-01',
  departmentName: '肛肠' as const,
  ...changes,
})

export const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
