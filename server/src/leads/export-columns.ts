import { leadSourceLabels, selfTestLevelLabels, type Lead, type StaffLead } from '@zhenyue/contract'
import type { Column } from '../export/table.ts'

export const leadColumns: Column<StaffLead>[] = [
  { title: '编号', width: 14, value: ({ id }) => id },
  { title: '姓名', width: 12, value: ({ name }) => name },
  { title: '手机号', width: 14, value: ({ phone }) => phone },
  { title: '来源', width: 10, value: ({ source }) => leadSourceLabels[source].zh },
  { title: '自测得分', width: 10, value: ({ score }) => score },
  {
    title: '级别',
    width: 14,
    value: ({ selfTest }) => (selfTest ? selfTestLevelLabels[selfTest.level].zh : ''),
  },
  { title: '标记', width: 24, value: ({ selfTest }) => selfTest?.flags.map(({ zh }) => zh).join('、') ?? '' },
  { title: '答案', width: 40, value: ({ questionnaire }) => answersOf(questionnaire) },
  { title: '症状', width: 40, value: ({ symptom }) => symptom },
  { title: '备注', width: 40, value: ({ remark }) => remark },
  { title: '提交时间', width: 20, value: ({ createdAt }) => createdAt },
  { title: '更新时间', width: 20, value: ({ updatedAt }) => updatedAt },
]

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Clients count questions from 0, people from 1. */
const questionOf = (key: string) => (/^\d{1,4}$/.test(key) ? `${Number(key) + 1}. ` : `${key}: `)

function answersOf({ answers, ...rest }: Lead['questionnaire']): string {
  if (typeof answers === 'object' && answers !== null && !Array.isArray(answers)) {
    return Object.entries(answers)
      .map(([key, answer]) => questionOf(key) + (answer === null ? '' : plain(answer)))
      .join('\n')
  }
  const all = { ...rest, ...(answers !== undefined && { answers }) }
  return Object.keys(all).length > 0 ? JSON.stringify(all) : ''
}
