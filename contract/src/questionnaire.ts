import * as z from 'zod'
import { limits } from './limits.ts'

export type Questionnaire = Record<string, unknown>

const maxDepth = 32
/** Of one character in JSON, and of a value that is no text with all that stands around it. */
const most = { perCharacter: 6, perValue: 32 }

/** Walks level by level, not by recursion: how deep it goes is the sender's choice. */
function faultOf(value: Questionnaire): string | undefined {
  let level: unknown[] = [value]
  let atMost = 2
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maxDepth) return `嵌套不超过 ${maxDepth} 层`
    const next: unknown[] = []
    for (const node of level) {
      for (const key of Object.keys(node as object)) {
        const child = (node as Questionnaire)[key]
        const characters = key.length + (typeof child === 'string' ? child.length : 0)
        atMost += characters * most.perCharacter + most.perValue
        if (typeof child === 'object' && child !== null) next.push(child)
        // 1e400 is lawful JSON, but would come back as null.
        else if (typeof child === 'number' && !Number.isFinite(child)) return '含有超出范围的数字'
      }
    }
    level = next
  }
  // Most are far smaller, and need not be measured.
  if (atMost <= limits.questionnaireBytes) return undefined
  return new TextEncoder().encode(JSON.stringify(value)).length > limits.questionnaireBytes
    ? '不超过 32 KiB'
    : undefined
}

/** Any JSON object, passed on as it came: a schema that copies would lose keys such as `__proto__`. */
export const questionnaire = z
  .custom<Questionnaire>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: '问卷答案 questionnaire 必填且为对象',
    abort: true,
  })
  .check(({ value, issues }) => {
    const fault = faultOf(value)
    if (fault) issues.push({ code: 'custom', input: value, message: `问卷答案 questionnaire ${fault}` })
  })
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'Any JSON object; clients send total, answers and createdAt',
    examples: [{ total: 8, answers: { 0: '偶尔' }, createdAt: '2026-01-01T08:00:00.000Z' }],
  })
