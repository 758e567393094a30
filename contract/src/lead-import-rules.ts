import type { Label } from './labels.ts'

// Importing leads: what clients show and check by themselves. Free of zod.

export const maxImportBytes = 16 * 1024 * 1024
export const maxImportRows = 50_000
export const importHours = 24

/** `preview`: nothing is written yet; `expired`: and nothing will be. */
export const importStates = [
  'preview',
  'committing',
  'committed',
  'reverting',
  'reverted',
  'expired',
] as const
export type ImportState = (typeof importStates)[number]

export const importFields = ['name', 'phone', 'symptom', 'source', 'score', 'remark'] as const
export type ImportField = (typeof importFields)[number]

export const importFieldLabels: Record<ImportField, Label> = {
  name: { zh: '姓名', en: 'Name' },
  phone: { zh: '手机号', en: 'Phone' },
  symptom: { zh: '症状', en: 'Symptom' },
  source: { zh: '来源', en: 'Source' },
  score: { zh: '得分', en: 'Score' },
  remark: { zh: '备注', en: 'Remark' },
}

export const importMessages = {
  consentMissing: '请说明信息来源和授权方式',
  notCsv: '仅支持 CSV 文件',
  empty: '文件中没有数据',
  tooManyRows: `一次最多导入 ${maxImportRows} 行`,
  rowTooLong: (row: number) => `第 ${row} 行过长`,
  encoding: '文件编码需为 UTF-8 或 GB18030',
  notFound: '导入记录不存在',
  expired: '导入预览已过期,请重新上传',
  committed: '已提交导入',
  committing: '该导入已提交',
  reverting: '正在撤销',
  cannotRevert: '仅已完成的导入可撤销',
  tooLate: '导入已超过 24 小时,不能撤销',
  unmapped: '请指定姓名和手机号所在的列',
  mapping: 'mapping 中的列不存在',
  repeated: '文件中手机号重复',
  duplicate: '该手机号在同渠道已提交过',
}
