import { i18n, joined, labelOf, textOf } from '../app/i18n.ts'
import { pageLabel } from '../ui/patient-pages.ts'
import { fieldLabels, special, valueLabels } from './change-labels.ts'

const t = i18n(
  {
    item: (place: number) => `第 ${place} 项`,
    empty: '空',
    yes: '是',
    no: '否',
    shown: '显示',
    hidden: '隐藏',
    on: '启用',
    off: '停用',
    picture: '已上传的图片',
    unnamed: '其他内容',
  },
  {
    item: (place) => `item ${place}`,
    empty: 'empty',
    yes: 'yes',
    no: 'no',
    shown: 'shown',
    hidden: 'hidden',
    on: 'enabled',
    off: 'disabled',
    picture: 'uploaded picture',
    unnamed: 'other content',
  },
)

/** `首页头图 · 按钮 · 点击后前往`, as the forms name the fields. */
export const wayInWords = (way: string[], kind: string) =>
  way
    .map((key) => {
      if (/^\d+$/.test(key)) return t().item(Number(key) + 1)
      const label = special[`${kind}.${key}`] ?? special[`${way[0]}.${key}`] ?? fieldLabels[key]
      return label ? textOf(label) : t().unnamed
    })
    .join(' · ')

/** A value as staff know it. */
export function valueInWords(field: string, value: unknown, kind: string): string {
  if (value === '' || value === null || value === undefined) return t().empty
  if (typeof value === 'boolean') {
    if (field === 'enabled' && `${kind}.enabled` in special) return value ? t().on : t().off
    if (field === 'enabled') return value ? t().shown : t().hidden
    return value ? t().yes : t().no
  }
  if (Array.isArray(value)) return joined(value.map((one) => valueInWords(field, one, kind)))
  if (typeof value === 'object') return t().unnamed
  const text = String(value)
  if (/^(data:|\/pictures\/)/.test(text)) return t().picture
  if (field === 'link') return pageLabel(text)
  const known = valueLabels[field]
  if (known) {
    return joined(text.split(',').map((one) => labelOf(known, one)))
  }
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
