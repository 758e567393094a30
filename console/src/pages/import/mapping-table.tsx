import type { ImportMapping, ImportPreview } from '@zhenyue/contract'
import { importFieldLabels, importFields, type ImportField } from '@zhenyue/contract/lead-import-rules'
import { Select } from 'antd'
import { i18n, labelOf } from '../../app/i18n.ts'
import { ListTable } from '../../ui/list-table.tsx'

const t = i18n(
  {
    label: '列的对应关系',
    column: '文件里的列',
    samples: '示例',
    field: '导入为',
    skip: '不导入',
    unnamed: (number: number) => `第 ${number} 列`,
    fieldOf: (header: string) => `“${header}”导入为`,
  },
  {
    label: 'Columns',
    column: 'Column of the file',
    samples: 'Samples',
    field: 'Imported as',
    skip: 'Left out',
    unnamed: (number) => `Column ${number}`,
    fieldOf: (header) => `“${header}” is imported as`,
  },
)

interface Props {
  preview: ImportPreview
  mapping: ImportMapping
  onChange(mapping: ImportMapping): void
}

/** Which field each column of the file is; a field has one column at most. */
export function MappingTable({ preview: { columns, samples }, mapping, onChange }: Props) {
  const rows = columns.map(({ header }, index) => ({
    id: String(index),
    index,
    name: header || t().unnamed(index + 1),
    field: importFields.find((field) => mapping[field] === index),
  }))
  const choose = (index: number, field: ImportField | '') => {
    const others = importFields.map((one) => [one, mapping[one] === index ? undefined : mapping[one]])
    onChange({ ...Object.fromEntries(others), ...(field && { [field]: index }) } as ImportMapping)
  }
  return (
    <ListTable
      label={t().label}
      rows={rows}
      columns={[
        { title: t().column, show: ({ name }) => <strong className="any-text">{name}</strong> },
        {
          title: t().samples,
          show: ({ index }) => (
            <span className="import-samples quiet">
              {samples.slice(0, 3).map((cells, row) => (
                <span key={row} className="one-line">
                  {cells[index] || '—'}
                </span>
              ))}
            </span>
          ),
        },
        {
          title: t().field,
          show: ({ index, name, field }) => (
            <Select<ImportField | ''>
              aria-label={t().fieldOf(name)}
              style={{ width: 140 }}
              value={field ?? ''}
              onChange={(chosen) => choose(index, chosen)}
              options={[
                { value: '', label: t().skip },
                ...importFields.map((value) => ({ value, label: labelOf(importFieldLabels, value) })),
              ]}
            />
          ),
        },
      ]}
    />
  )
}
