import { leadSourceLabels } from '@zhenyue/contract/labels'
import { importMessages } from '@zhenyue/contract/lead-import-rules'
import { leadFaults, leadSources } from '@zhenyue/contract/rules'
import { textOf, type Label } from '../../app/i18n.ts'
import { inWords } from '../../app/service-words.ts'

const sources = (language: 'zh' | 'en', between: string) =>
  leadSources.map((source) => leadSourceLabels[source][language]).join(between)

/** What a page says of a row, by the message of the service or the field that it begins with. */
const words: Record<string, Label> = {
  [leadFaults.nameMissing]: { zh: '没有姓名', en: 'The name is missing' },
  [leadFaults.nameLength]: { zh: '姓名超过 20 个字', en: 'The name is longer than 20 characters' },
  [leadFaults.phoneMissing]: { zh: '没有手机号', en: 'The phone number is missing' },
  [leadFaults.phone]: { zh: '手机号不是 11 位手机号', en: 'This is no phone number of 11 digits' },
  [leadFaults.symptom]: { zh: '症状超过 500 个字', en: 'The symptom is longer than 500 characters' },
  source: {
    zh: `来源不是${sources('zh', '、')}之一`,
    en: `The source is none of ${sources('en', ', ')}`,
  },
  score: {
    zh: '得分不是 0～100 的整数',
    en: 'The score is no whole number from 0 to 100',
  },
  [importMessages.repeated]: { zh: '文件里前面已有这个手机号', en: 'This number is in the file already' },
  [importMessages.duplicate]: { zh: '已有这个手机号的线索', en: 'There is a lead of this number already' },
}

export const faultInWords = (message: string) => {
  const known = words[message] ?? words[message.split(' ')[0]!]
  return known ? textOf(known) : inWords(message)
}
