import {
  importFields,
  leadSourceLabels,
  leadSources,
  LeadSubmit,
  phonePattern,
  plainPhone,
  remark,
  type ImportField,
  type ImportMapping,
  type LeadSource,
} from '@zhenyue/contract'

/** How each column may be headed, without case and spaces. */
const headers: Record<ImportField, string[]> = {
  name: ['姓名', '名字', '患者姓名', '联系人', 'name', 'fullname'],
  phone: ['手机号', '手机', '手机号码', '电话', '联系电话', 'phone', 'mobile', 'phonenumber'],
  symptom: ['症状', '症状描述', '主诉', 'symptom', 'symptoms'],
  source: ['来源', '渠道', 'source', 'channel'],
  score: ['得分', '自测得分', '分数', 'score'],
  remark: ['备注', '说明', 'remark', 'remarks', 'note'],
}

const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')

/** Which field each column is, by its header; the first of two alike. */
export function recognise(titles: string[]): ImportMapping {
  const known = titles.map(plain)
  const column = (field: ImportField) => known.findIndex((title) => headers[field].includes(title))
  return Object.fromEntries(
    importFields.map((field) => [field, column(field) < 0 ? undefined : column(field)]),
  ) as ImportMapping
}

/** Every phone number in a row, so that erasure finds it. */
export const phonesIn = (cells: string[]) =>
  cells
    .map(plainPhone)
    .filter((cell) => phonePattern.test(cell))
    .join(' ')

const sources = new Map<string, LeadSource>(
  leadSources.flatMap((source) => [
    [source, source],
    [leadSourceLabels[source].zh, source],
    [plain(leadSourceLabels[source].en), source],
  ]),
)

export type ImportedLead = Omit<LeadSubmit, 'consent'> & { remark: string }

/** The lead in a row, or what is wrong with it. */
export function leadIn(cells: string[], mapping: ImportMapping): ImportedLead | string {
  const cell = (field: ImportField) => {
    const column = mapping[field]
    return column === undefined ? '' : (cells[column] ?? '')
  }
  const score = cell('score')
  const source = cell('source')
  const result = LeadSubmit.safeParse({
    name: cell('name'),
    phone: plainPhone(cell('phone')),
    symptom: cell('symptom'),
    questionnaire: {},
    source: source === '' ? 'other' : (sources.get(source) ?? sources.get(plain(source)) ?? source),
    score: score === '' ? 0 : Number(score),
  })
  if (!result.success) return result.error.issues[0]!.message
  const said = remark.safeParse(cell('remark'))
  if (!said.success) return said.error.issues[0]!.message
  const { consent: _, ...lead } = result.data
  return { ...lead, remark: said.data }
}
