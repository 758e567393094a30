import * as z from 'zod'
import { selfTestDepartments, selfTestLevels } from './document.ts'

const flag = z.object({ id: z.string(), zh: z.string(), en: z.string() })

/** What the service itself found in a self-test of a known version, whatever the client claims. */
export const LeadSelfTest = z.object({ level: z.enum(selfTestLevels), flags: z.array(flag) })
export type LeadSelfTest = z.infer<typeof LeadSelfTest>

/** With all that explains what was found. */
export const LeadSelfTestDetail = LeadSelfTest.extend({
  version: z.string(),
  score: z.int(),
  department: z.enum(selfTestDepartments),
  /** Those that matched. */
  rules: z.array(
    flag.extend({
      level: z.enum(selfTestLevels),
      sources: z.array(z.object({ id: z.string(), title: z.string(), use: z.string() })),
    }),
  ),
  /** What was asked, and what was chosen, in the words of that version. */
  answers: z.array(flag.extend({ chosen: z.array(flag.extend({ flags: z.array(z.string()) })) })),
  /** What the client sent otherwise: `level`, `total`, `answers`, … */
  mismatch: z.array(z.string()),
})
export type LeadSelfTestDetail = z.infer<typeof LeadSelfTestDetail>
