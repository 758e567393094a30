import type { Lead } from '@zhenyue/contract'
import type { Cell } from '../http/table.ts'

const sources: Record<Lead['source'], string> = {
  'self-test': '自测',
  home: '首页',
  appointment: '预约',
  other: '其他',
}

const columns: [title: string, cell: (lead: Lead) => Cell][] = [
  ['编号', ({ id }) => id],
  ['姓名', ({ name }) => name],
  ['手机号', ({ phone }) => phone],
  ['来源', ({ source }) => sources[source]],
  ['评分', ({ score }) => score],
  ['题数', ({ questionnaire: { total } }) => plain(total)],
  ['答案', ({ questionnaire }) => answersOf(questionnaire)],
  ['症状', ({ symptom }) => symptom],
  ['备注', ({ remark }) => remark],
  ['提交时间', ({ createdAt }) => createdAt],
  ['更新时间', ({ updatedAt }) => updatedAt],
]

function plain(value: unknown): Cell {
  if (value === undefined || value === null) return ''
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

/** Clients count questions from 0, people from 1. */
const questionOf = (key: string) => (/^\d{1,4}$/.test(key) ? `${Number(key) + 1}. ` : `${key}: `)

function answersOf({ answers, ...rest }: Lead['questionnaire']): string {
  if (typeof answers === 'object' && answers !== null && !Array.isArray(answers)) {
    return Object.entries(answers)
      .map(([key, answer]) => questionOf(key) + plain(answer))
      .join('\n')
  }
  const all = { ...rest, ...(answers !== undefined && { answers }) }
  return Object.keys(all).length > 0 ? JSON.stringify(all) : ''
}

export const leadHeader = columns.map(([title]) => title)
export const leadCells = (lead: Lead): Cell[] => columns.map(([, cell]) => cell(lead))
