const sources = ['self-test', 'home', 'appointment', 'other']

/** Says what is wrong with a lead, if anything is. */
export function leadFault(lead: Record<string, any> | undefined): string | undefined {
  const { name, phone, symptom, questionnaire, source, score } = lead ?? {}
  if (!name) return '姓名必填'
  if (typeof name !== 'string' || [...name].length > 20) return '姓名长度需在 1-20 字符'
  if (!phone) return '手机号必填'
  if (!/^1[3-9]\d{9}$/.test(phone)) return '手机号格式不正确'
  if (symptom !== undefined && (typeof symptom !== 'string' || symptom.length > 500))
    return '症状描述不超过 500 字'
  if (typeof questionnaire !== 'object' || questionnaire === null || Array.isArray(questionnaire)) {
    return '问卷答案 questionnaire 必填且为对象'
  }
  if (source !== undefined && !sources.includes(source)) {
    return 'source 仅支持:self-test / home / appointment / other'
  }
  if (score !== undefined && !(Number.isInteger(score) && score >= 0 && score <= 100)) {
    return 'score 需为 0-100 的整数'
  }
  return undefined
}
