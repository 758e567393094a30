import { Button } from 'antd'
import { i18n } from '../../app/i18n.ts'
import { linkTo } from '../../app/router.ts'
import { DownloadOutlined } from '../../ui/icons.tsx'
import { saveCsv, type Cell } from '../../ui/save-file.ts'

const t = i18n({ save: '导出 CSV' }, { save: 'Export CSV' })

interface Props {
  name: string
  value: string
  note?: string
  to: string
}

export const Figure = ({ name, value, note, to }: Props) => (
  <a className="card figure" {...linkTo(to)}>
    <span>{name}</span>
    <strong className="number">{value}</strong>
    {note && <small className="quiet">{note}</small>}
  </a>
)

export const CsvButton = ({ rows, name }: { rows: Cell[][]; name: string }) => (
  <Button icon={<DownloadOutlined />} onClick={() => saveCsv(rows, `${name}.csv`)}>
    {t().save}
  </Button>
)

export const percent = (part: number, whole: number) =>
  whole === 0 ? '—' : `${Math.round((part / whole) * 1000) / 10}%`

export const shown = (count: number) => count.toLocaleString('en')
