import * as z from 'zod'
import { funnelSteps, leadQueues, leadStages } from './follow-up-rules.ts'
import {
  booleanQuery,
  dateQuery,
  idsQuery,
  keywordQuery,
  listQuery,
  Masked,
  masked,
  paging,
  phoneEndQuery,
  phoneQuery,
} from './query.ts'
import { leadOrders, leadSources } from './rules.ts'
import { selfTestLevels } from './self-test/document.ts'
import { oneOf, text } from './text.ts'

const badFlag = 'flag 需为 1-20 个标记编号,以逗号分隔'
const badScore = 'minScore 需为 0-100 的整数'

/** Which leads are meant. */
export const LeadFilter = z.object({
  ids: idsQuery,
  phone: phoneQuery,
  phoneEnd: phoneEndQuery,
  source: oneOf('source', leadSources).optional(),
  level: listQuery('level', selfTestLevels),
  flag: z
    .string(badFlag)
    .transform((value) => [...new Set(value.split(','))])
    .refine((ids) => ids.length <= 20 && ids.every((id) => /^[A-Za-z][\w-]{0,39}$/.test(id)), badFlag)
    .optional()
    .meta({
      type: 'array',
      items: { type: 'string' },
      maxItems: 20,
      description: 'Any of these flags of the self-test, by their ids',
    }),
  minScore: z
    .string(badScore)
    .regex(/^(100|[1-9]?\d)$/, badScore)
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: 100, description: 'This score or a higher one' }),
  keyword: keywordQuery,
  startDate: dateQuery('startDate'),
  endDate: dateQuery('endDate'),
  last24h: booleanQuery('last24h').meta({
    type: 'boolean',
    description: 'With `true`, only those of the last 24 hours',
  }),
  booked: booleanQuery('booked').meta({
    type: 'boolean',
    description: 'Whether their phone number has any appointment',
  }),
  queue: oneOf('queue', leadQueues)
    .optional()
    .meta({
      type: 'string',
      enum: [...leadQueues],
      description:
        'One row for each phone number: its most urgent lead, of these the newest. Closed ones are left out but in `all`.',
    }),
  stage: listQuery('stage', leadStages),
  assignee: text({ field: 'assignee', max: 64 }).optional().meta({
    type: 'string',
    description: 'A user name, or `none` for nobody',
  }),
  step: oneOf('step', funnelSteps)
    .optional()
    .meta({
      type: 'string',
      enum: [...funnelSteps],
      description: 'The leads behind a figure of the funnel: the first of each phone number that came so far',
    }),
})
export type LeadFilter = z.output<typeof LeadFilter>

const follow = booleanQuery('follow').meta({
  type: 'boolean',
  description: 'With `true`, leads carry `follow`: what is done about their phone number',
})

export const LeadListQuery = LeadFilter.extend({
  order: oneOf('order', leadOrders)
    .optional()
    .meta({
      type: 'string',
      enum: [...leadOrders],
      description: 'Default newest; due in the queues overdue and today',
    }),
  ...paging,
  masked,
  follow,
})
export type LeadListQuery = z.output<typeof LeadListQuery>
export const LeadDetailQuery = Masked.extend({ follow })
