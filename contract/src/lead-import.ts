import * as z from 'zod'
import { endpoint, idParams, jsonBody } from './endpoint.ts'
import { importFields, importMessages as say, importStates, maxImportBytes } from './lead-import-rules.ts'
import { exportTypes } from './query.ts'
import { exportMessages } from './rules.ts'
import { maybe, text } from './text.ts'

const badColumn = 'mapping 中的列需为非负整数'
const column = z.int(badColumn).min(0, badColumn).max(999, badColumn)

/** The number of the column of each field, from 0. */
export const ImportMapping = z.object(
  Object.fromEntries(importFields.map((field) => [field, maybe(column)])) as Record<
    (typeof importFields)[number],
    ReturnType<typeof maybe<typeof column>>
  >,
  'mapping 需为对象',
)
export type ImportMapping = z.output<typeof ImportMapping>

export const ImportCommit = jsonBody({
  mapping: maybe(ImportMapping).meta({ description: 'Without it, columns are those that were recognised' }),
  consent: text({ field: 'consent', max: 500, required: true, free: true, missing: say.consentMissing }),
})

/** Rows are counted as a spreadsheet does: the headers are row 1. */
export const ImportPreview = z.object({
  id: z.string(),
  rows: z.int(),
  fresh: z.int(),
  duplicate: z.int(),
  invalid: z.int(),
  /** `field` is empty where the header was not recognised. */
  columns: z.array(z.object({ header: z.string(), field: z.enum([...importFields, '']) })),
  /** The cells of the first five rows. */
  samples: z.array(z.array(z.string())),
  /** Of the first hundred rows that have one. */
  faults: z.array(z.object({ row: z.int(), message: z.string() })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const LeadImport = z.object({
  id: z.string(),
  state: z.enum(importStates),
  by: z.string(),
  consent: z.string(),
  rows: z.int(),
  /** How many rows have been looked at. */
  done: z.int(),
  added: z.int(),
  refused: z.int(),
  /** How many a revert has taken back. */
  takenBack: z.int(),
  createdAt: z.string(),
  /** Empty until the commit is done. */
  committedAt: z.string(),
})
export type LeadImport = z.infer<typeof LeadImport>

const gone = { 404: [say.notFound] }

export const leadImports = {
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/admin/leads/import',
    auth: 'admin',
    may: 'manage',
    summary: '导入线索:预览 · Preview an import of leads',
    description:
      'Takes a CSV file in UTF-8 or GB18030 with headers in Chinese or English. No lead is written; the preview is good for 24 hours.',
    bodyTypes: ['text/csv'],
    bodyBytes: maxImportBytes,
    showsPhones: true,
    data: ImportPreview,
    refuses: { 400: [say.empty, say.tooManyRows, say.encoding], 413: ['请求体过大'], 415: [say.notCsv] },
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/import/:id',
    auth: 'admin',
    may: 'manage',
    summary: '导入进度 · Progress of an import',
    description: 'How far a commit or a revert has come.',
    params: idParams,
    data: LeadImport,
    refuses: gone,
  }),
  commit: endpoint({
    method: 'POST',
    path: '/api/v1/admin/leads/import/:id/commit',
    auth: 'admin',
    may: 'manage',
    summary: '提交导入 · Commit an import',
    description:
      'Writes the rows in small portions; the answer does not wait for them. `consent` says how these persons agreed. What phone number and source have already is not written again, and nobody is sent a message.',
    message: say.committed,
    params: idParams,
    body: ImportCommit,
    data: LeadImport,
    refuses: {
      400: [say.consentMissing, say.unmapped, say.mapping],
      ...gone,
      409: [say.committing, say.expired],
    },
  }),
  rejected: endpoint({
    method: 'GET',
    path: '/api/v1/admin/leads/import/:id/rejected',
    auth: 'admin',
    may: 'manage',
    summary: '未导入的行 · Rows that were refused',
    description: 'With their reasons, as CSV, for 24 hours. Written to the audit log.',
    params: idParams,
    showsPhones: true,
    stream: [exportTypes.csv],
    refuses: { ...gone, 503: [exportMessages.tooMany] },
  }),
  revert: endpoint({
    method: 'POST',
    path: '/api/v1/admin/leads/import/:id/revert',
    auth: 'admin',
    may: 'manage',
    summary: '撤销导入 · Revert an import',
    description:
      'Within 24 hours of the commit, takes back the leads that nobody has touched, in small portions.',
    message: say.reverting,
    params: idParams,
    data: LeadImport,
    refuses: { ...gone, 409: [say.cannotRevert, say.tooLate] },
  }),
}
